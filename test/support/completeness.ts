import type { UniversalEvent, UniversalItem } from '../../src/schema/index.js';
import { isRun } from './is-run.js';

/** Something that the provider said, found in its native messages. */
export interface Fact {
  /** The provider's id of the sub-agent; null for the main thread. */
  thread: string | null;
  kind: 'text' | 'thought' | 'call' | 'result';
  /** The text, the thought, `name arguments` of a call, or the output of a tool. */
  text: string;
}

/**
 * Compares facts, in the order in which the provider began them, with a stream: each must be there once, whole, in order
 * and in the right thread, and nothing else may be. Tools run beside the conversation, so results have an order of their
 * own. The user's messages of the main thread are not compared: they are the daemon's. Empty texts are ignored.
 */
export function incomplete(facts: readonly Fact[], events: readonly UniversalEvent[]): string[] {
  const given = facts.filter(({ text }) => text !== '');
  const streamed = streamedFacts(events);
  const threads = new Set([...given, ...streamed].map(({ thread }) => thread));
  return [...threads].flatMap((thread) =>
    [isResult, isSaid].flatMap((isMeant) => {
      const isOf = (fact: Fact) => fact.thread === thread && isMeant(fact);
      return differences(given.filter(isOf), streamed.filter(isOf));
    }),
  );
}

const isResult = ({ kind }: Fact) => kind === 'result';
const isSaid = (fact: Fact) => !isResult(fact);

/** The first difference; what follows it is likely to be its consequence. */
function differences(given: readonly Fact[], streamed: readonly Fact[]): string[] {
  for (let i = 0; i < Math.max(given.length, streamed.length); i++) {
    const expected = lineOf(given[i]);
    const found = lineOf(streamed[i]);
    if (expected !== found) return [`${i}: expected ${expected}, found ${found}`];
  }
  return [];
}

function lineOf(fact: Fact | undefined): string {
  return fact === undefined ? 'nothing' : `${fact.kind} of ${fact.thread} ${JSON.stringify(fact.text)}`;
}

interface Seen {
  item: UniversalItem;
  deltas: string;
}

/** The facts of a stream, in the order in which their items started. */
function streamedFacts(events: readonly UniversalEvent[]): Fact[] {
  const seen = new Map<string, Seen>();
  for (const { type, data } of events) {
    if (type === 'item.started') seen.set(data.item.item_id, { item: data.item, deltas: '' });
    else if (type === 'item.delta') seen.get(data.item_id)!.deltas += data.delta;
    else if (type === 'item.completed') seen.get(data.item.item_id)!.item = data.item;
  }
  const threads = agentsOf([...seen.values()]);
  const facts = new Map<string, Fact>();
  for (const [id, { item, deltas }] of seen) {
    const thread = item.thread_id == null ? null : (threads.get(item.thread_id) ?? '');
    const fact = factOf(item, deltas, thread);
    const before = item.continues == null ? undefined : facts.get(item.continues);
    if (fact === null) continue;
    // The pieces of one text are one fact, also for the piece after the next.
    if (before !== undefined) before.text += fact.text;
    facts.set(id, before ?? fact);
  }
  return [...new Set(facts.values())].filter(({ text }) => text !== '');
}

/** The provider's ids of sub-agents, by thread. */
function agentsOf(seen: readonly Seen[]): Map<string, string> {
  return new Map(
    seen.flatMap(({ item }): [string, string][] =>
      isRun(item) ? [[item.thread_id!, item.native_item_id ?? '']] : [],
    ),
  );
}

function factOf({ kind, role, content, status }: UniversalItem, deltas: string, thread: string | null) {
  const fact = (kind: Fact['kind'], text: string): Fact => ({ thread, kind, text });
  const isOpen = status === 'in_progress';
  for (const part of content) {
    if (part.type === 'tool_call') return fact('call', `${part.name} ${part.arguments}`);
    if (part.type === 'tool_result') return fact('result', isOpen ? deltas : part.output);
    if (part.type === 'reasoning') return fact('thought', isOpen ? deltas : part.text);
  }
  if (kind !== 'message' || (role === 'user' && thread === null)) return null;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return fact('text', isOpen ? deltas : texts.join(''));
}
