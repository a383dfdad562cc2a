import type { Fact } from '../../support/completeness.js';
import type { Recording } from './recordings.js';

/** Reads the facts of a recording from its native lines, without the translator. */
export function nativeFacts({ lines }: Pick<Recording, 'lines'>): Fact[] {
  const reader = new FactReader();
  for (const { dir, text } of lines) if (dir === 'out') reader.read(parsed(text));
  return reader.facts;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded lines have no schema.
type Json = any;

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Message {
  id: string;
  text: Fact;
  /** Streamed blocks of text and thoughts that no `assistant` line has repeated. */
  texts: number;
  thoughts: Fact[];
  /** Whether the current block of text has had words. */
  hasWords: boolean;
}

class FactReader {
  readonly facts: Fact[] = [];
  /** The latest message by thread. */
  readonly #messages = new Map<string | null, Message>();
  readonly #calls = new Map<string, { name: string; fact: Fact }>();

  read(line: Json): void {
    const thread: string | null = line?.agent_id ?? line?.parent_tool_use_id ?? null;
    if (line?.type === 'stream_event') this.#readStream(thread, line.event);
    // The CLI's own words, such as errors, are not the model's.
    else if (line?.type === 'assistant' && line.message.model !== '<synthetic>')
      for (const block of line.message.content) this.#readBlock(thread, line.message.id, block);
    else if (line?.type === 'user' && Array.isArray(line.message.content))
      for (const block of line.message.content)
        if (block.type === 'tool_result') this.#readResult(thread, block, line.tool_use_result);
  }

  #add(thread: string | null, kind: Fact['kind'], text: string): Fact {
    const fact = { thread, kind, text };
    this.facts.push(fact);
    return fact;
  }

  /** A message begins with its text, even if its thoughts and calls come before the first word. */
  #begin(thread: string | null, id: string): Message {
    const text = this.#add(thread, 'text', '');
    const message = { id, text, texts: 0, thoughts: [], hasWords: false };
    this.#messages.set(thread, message);
    return message;
  }

  #readStream(thread: string | null, { type, message, content_block: block, delta }: Json): void {
    if (type === 'message_start') return void this.#begin(thread, message.id);
    const current = this.#messages.get(thread);
    if (current === undefined) return;
    if (type === 'content_block_start') this.#beginBlock(thread, current, block);
    else if (delta?.type === 'text_delta') addWords(current, delta.text);
    else if (delta?.type === 'thinking_delta') current.thoughts.at(-1)!.text += delta.thinking;
  }

  #beginBlock(thread: string | null, message: Message, block: Json): void {
    message.hasWords = false;
    if (block.type === 'text') addWords(message, block.text);
    else if (block.type === 'thinking') message.thoughts.push(this.#add(thread, 'thought', block.thinking));
    else if (block.type.endsWith('tool_use')) this.#call(thread, block);
  }

  #readBlock(thread: string | null, id: string, block: Json): void {
    const latest = this.#messages.get(thread);
    const message = latest?.id === id ? latest : this.#begin(thread, id);
    if (block.type === 'text') {
      if (message.texts > 0) message.texts--;
      else message.text.text += block.text;
    } else if (block.type === 'thinking') {
      const streamed = message.thoughts.shift();
      if (streamed === undefined) this.#add(thread, 'thought', block.thinking);
      else streamed.text = block.thinking;
    } else if (block.type.endsWith('tool_use')) this.#call(thread, block);
  }

  /** The `assistant` line has the input in full, and may correct what was streamed. */
  #call(thread: string | null, { id, name, input }: Json): void {
    const text = `${name} ${JSON.stringify(input ?? {})}`;
    const found = this.#calls.get(id);
    if (found === undefined) this.#calls.set(id, { name, fact: this.#add(thread, 'call', text) });
    else found.fact.text = text;
  }

  /** The CLI reports a command's output beside the text for the model, which it may shorten. */
  #readResult(thread: string | null, { tool_use_id, content }: Json, report: Json): void {
    const isCommand = this.#calls.get(tool_use_id)?.name === 'Bash' && typeof report?.stdout === 'string';
    const streams = [report?.stdout, report?.stderr].filter(Boolean);
    const isComplete = isCommand && !report.isImage && report.backgroundTaskId === undefined;
    this.#add(thread, 'result', isComplete ? streams.join('\n') : textOf(content));
  }
}

function addWords(message: Message, words: string): void {
  if (words === '') return;
  message.text.text += words;
  if (!message.hasWords) message.texts++;
  message.hasWords = true;
}

function textOf(content: Json): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n');
}
