import type { Turn } from '../turn.js';

/** Says it in one piece, without deltas. */
export function say(turn: Turn, text: string): void {
  turn.say(text);
}

/** How many messages this conversation had, this one counted. */
export function count(turn: Turn): void {
  turn.say(String(turn.session.memory.messages));
}

/** Thoughts for all to see, thoughts that are hidden, and then an answer in two pieces. */
export function reason(turn: Turn): void {
  const message = turn.id('msg');
  turn.send({ type: 'message_start', message });
  think(turn, message, ['The question is short, ', 'so the answer may be short too.']);

  // Of hidden thoughts nothing streams: they come whole.
  const block = turn.id('think');
  turn.send({ type: 'reasoning_end', block, message, hidden: true, text: 'Nobody needs to read this.' });

  const pieces = ['Here is a brief answer, ', 'with its reasoning above.'];
  for (const text of pieces) turn.send({ type: 'message_delta', message, text });
  turn.count(pieces.join('').length);
  turn.send({ type: 'message_end', message, text: pieces.join('') });
}

/** Streams a block of reasoning of a message that has started. */
export function think(turn: Turn, message: string, pieces: string[]): void {
  const block = turn.id('think');
  turn.send({ type: 'reasoning_start', block, message, hidden: false });
  for (const text of pieces) turn.send({ type: 'reasoning_delta', block, text });
  turn.count(pieces.join('').length);
  turn.send({ type: 'reasoning_end', block, message, hidden: false });
}
