import type { Turn } from '../turn.js';

/** Sends a message without deltas. */
export function say(turn: Turn, text: string): void {
  turn.say(text);
}

/** The number of messages in the conversation, including this one. */
export function count(turn: Turn): void {
  turn.say(String(turn.session.memory.messages));
}

/** Public reasoning, hidden reasoning, then an answer in two deltas. */
export function reason(turn: Turn): void {
  const message = turn.id('msg');
  turn.send({ type: 'message_start', message });
  think(turn, message, ['The question is short, ', 'so the answer may be short too.']);

  // Hidden reasoning is not streamed.
  const block = turn.id('think');
  const text = 'Nobody needs to read this.';
  turn.send({ type: 'reasoning_end', block, message, hidden: true, text });
  turn.session.spending.addThinking(text.length);

  const pieces = ['Here is a brief answer, ', 'with its reasoning above.'];
  for (const text of pieces) turn.send({ type: 'message_delta', message, text });
  turn.count(pieces.join('').length);
  turn.send({ type: 'message_end', message, text: pieces.join('') });
}

/** Streams a reasoning block of an open message. */
export function think(turn: Turn, message: string, pieces: string[]): void {
  const block = turn.id('think');
  turn.send({ type: 'reasoning_start', block, message, hidden: false });
  for (const text of pieces) turn.send({ type: 'reasoning_delta', block, text });
  turn.session.spending.addThinking(pieces.join('').length);
  turn.send({ type: 'reasoning_end', block, message, hidden: false });
}
