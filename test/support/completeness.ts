import type { ContentPart, UniversalEvent, UniversalItem } from '../../src/schema/index.js';

/** Something that the provider said, as found in its native messages. */
export interface Fact {
  /** The provider's id of the sub-agent, or null for the main thread. */
  thread: string | null;
  kind: FactKind;
  /** Of a call: words that its name and arguments contain. */
  text: string;
}

export type FactKind = 'text' | 'thought' | 'call' | 'result';

/**
 * Compares what the provider said with a stream, word by word: every fact is in the stream once, whole, in order and in
 * its own thread, and the stream holds nothing else. Facts are in the order in which they began, results in the order in
 * which they ended. Messages of the user may be left out of the facts. Returns the differences.
 */
export function incomplete(facts: readonly Fact[], events: readonly UniversalEvent[]): string[] {
  const said = piecesIn(events);
  const places = new Map<string, { facts: Fact[]; pieces: Piece[] }>();
  const at = ({ thread, kind }: Pick<Fact, 'thread' | 'kind'>) => {
    const place = `${kind} of ${thread ?? 'the main thread'}`;
    if (!places.has(place)) places.set(place, { facts: [], pieces: [] });
    return places.get(place)!;
  };
  for (const fact of facts) if (words(fact.text) !== '') at(fact).facts.push(fact);
  for (const piece of said) if (words(piece.text) !== '') at(piece).pieces.push(piece);
  return [...places].flatMap(([place, { facts, pieces }]) =>
    differences(facts, pieces).map((difference) => `${place}: ${difference}`),
  );
}

interface Piece extends Fact {
  isUser: boolean;
}

function differences(facts: readonly Fact[], pieces: readonly Piece[]): string[] {
  const found: string[] = [];
  let next = 0;
  for (const fact of facts) {
    const at = pieces.findIndex((piece, index) => index >= next && isSaidBy(piece, fact));
    if (at < 0) {
      const isEarlier = pieces.slice(0, next).some((piece) => isSaidBy(piece, fact));
      found.push(`${isEarlier ? 'repeated or out of order' : 'missing'}: ${shown(fact.text)}`);
      continue;
    }
    found.push(...unsaid(pieces.slice(next, at)));
    next = at + 1;
  }
  return [...found, ...unsaid(pieces.slice(next))];
}

function unsaid(pieces: readonly Piece[]): string[] {
  return pieces.filter(({ isUser }) => !isUser).map(({ text }) => `not from the provider: ${shown(text)}`);
}

function isSaidBy(piece: Piece, fact: Fact): boolean {
  return fact.kind === 'call'
    ? ` ${words(piece.text)} `.includes(` ${words(fact.text)} `)
    : words(piece.text) === words(fact.text);
}

/** The items of a stream as facts; the pieces of a continued item are joined. */
function piecesIn(events: readonly UniversalEvent[]): Piece[] {
  const threads = new Map<string, string | null>();
  const firsts = new Map<string, string>();
  const ordered = new Map<string, Piece>();
  for (const event of events) {
    if (event.type !== 'item.started' && event.type !== 'item.completed') continue;
    const { item } = event.data;
    const { item_id, thread_id = null, continues = null } = item;
    const [part] = item.content;
    if (event.source === 'daemon' && part?.type === 'status' && part.label === 'agent' && thread_id !== null)
      threads.set(thread_id, item.native_item_id);
    const kind = kindOf(item);
    if (kind === null) continue;
    const isEnd = event.type === 'item.completed';
    const first = firsts.get(continues ?? '') ?? item_id;
    firsts.set(item_id, first);
    const thread = thread_id === null ? null : (threads.get(thread_id) ?? thread_id);
    const piece = ordered.get(first) ?? { thread, kind, text: '', isUser: item.role === 'user' };
    // Results are ordered by their ends, everything else by its beginning.
    if (kind === 'result') ordered.delete(first);
    ordered.set(first, isEnd ? { ...piece, text: piece.text + textOf(item) } : piece);
  }
  return [...ordered.values()];
}

function kindOf({ kind, content }: UniversalItem): FactKind | null {
  if (kind === 'tool_call') return 'call';
  if (kind === 'tool_result') return 'result';
  if (kind !== 'message') return null;
  return content[0]?.type === 'reasoning' ? 'thought' : 'text';
}

function textOf({ content }: UniversalItem): string {
  return content.flatMap(partText).join('');
}

function partText(part: ContentPart): string[] {
  if (part.type === 'text' || part.type === 'reasoning') return [part.text];
  if (part.type === 'tool_result') return [part.output];
  return part.type === 'tool_call' ? [`${part.name} ${leaves(JSON.parse(part.arguments)).join(' ')}`] : [];
}

/** The strings and numbers in a value. */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

const words = (text: string) => text.trim().split(/\s+/).join(' ');

const shown = (text: string) => JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 200)}…`);
