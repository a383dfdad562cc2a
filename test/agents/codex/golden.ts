import type { ContentPart, UniversalEvent, UniversalItem } from '../../../src/schema/index.js';
import type { ReplayedSession } from './replay.js';

/** The streams of a recording's sessions, so that a human can read them: an event a line, deltas joined. */
export function golden(sessions: readonly ReplayedSession[]): string {
  const names = new Names();
  const texts = sessions.map(({ thread, rig }) => {
    const lines = [`# session of ${names.of(thread)}`, ''];
    for (const [i, event] of rig.events.entries()) {
      if (event.type !== 'item.delta') lines.push(shorten(line(event)));
      else if (!isDeltaOf(rig.events[i - 1], event)) lines.push(shorten(deltas(rig.events, i)));
    }
    return names.in(lines.join('\n'));
  });
  return texts.length === 0 ? '# no session\n' : `${texts.join('\n\n')}\n`;
}

/** Ids that say nothing get names in the order of their appearance. */
class Names {
  readonly #known = new Map<string, string>();

  of(id: string): string {
    if (!this.#known.has(id)) this.#known.set(id, `uuid-${this.#known.size + 1}`);
    return this.#known.get(id)!;
  }

  in(text: string): string {
    return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => this.of(id));
  }
}

function isDeltaOf(before: UniversalEvent | undefined, event: UniversalEvent): boolean {
  return (
    before?.type === 'item.delta' &&
    event.type === 'item.delta' &&
    before.data.item_id === event.data.item_id &&
    before.source === event.source
  );
}

function deltas(events: readonly UniversalEvent[], from: number): string {
  let to = from + 1;
  while (to < events.length && isDeltaOf(events[to - 1], events[to]!)) to++;
  const run = events.slice(from, to).flatMap((event) => (event.type === 'item.delta' ? [event.data] : []));
  const streamed = JSON.stringify(run.map(({ delta }) => delta).join(''));
  return `${head(events[from]!)} ${short(run[0]!.item_id)} ×${run.length} ${streamed}`;
}

function line(event: UniversalEvent): string {
  switch (event.type) {
    case 'item.started':
    case 'item.completed':
      return `${head(event)} ${itemLine(event.data.item)}`;
    case 'turn.started':
    case 'turn.ended':
      return `${head(event)} ${short(event.data.turn_id)} ${JSON.stringify(event.data.metadata)}`;
    default:
      return `${head(event)} ${JSON.stringify(event.data).replaceAll('_u1_', '_')}`;
  }
}

function itemLine({
  item_id,
  native_item_id,
  parent_id,
  kind,
  role,
  content,
  status,
}: UniversalItem): string {
  const parent = parent_id === null ? '' : ` in ${short(parent_id)}`;
  return `${short(item_id)} ${kind}/${role} [${native_item_id}]${parent} ${status}${content.map(part).join('')}`;
}

function part(given: ContentPart): string {
  const { type, ...rest } = given;
  return `\n      ${type} ${JSON.stringify(rest)}`;
}

const head = ({ type, source }: UniversalEvent) => `${source === 'daemon' ? '+' : ' '} ${type}`;
const short = (id: string) => id.replace('_u1_', '_');

/** A megabyte of output says no more than its edges. */
function shorten(given: string): string {
  return given
    .split('\n')
    .map((row) => (row.length <= 1200 ? row : `${row.slice(0, 400)} … ${row.length} … ${row.slice(-100)}`))
    .join('\n');
}
