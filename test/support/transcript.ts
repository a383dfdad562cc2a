import type { ContentPart, UniversalEvent, UniversalItem } from '../../src/schema/index.js';

/** A stream in readable form: one event per line, deltas joined, synthetic events marked with `+`. */
export function transcript(events: readonly UniversalEvent[]): string[] {
  const lines: string[] = [];
  for (const [i, event] of events.entries()) {
    const native = event.native_session_id;
    if (i > 0 && native !== events[i - 1]?.native_session_id) lines.push(`= ${native}`);
    if (event.type !== 'item.delta') lines.push(shorten(line(event)));
    else if (!isDeltaOf(events[i - 1], event)) lines.push(shorten(deltas(events, i)));
  }
  return lines;
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
      return `${head(event)} ${short(JSON.stringify(event.data))}`;
  }
}

function itemLine({
  item_id,
  native_item_id,
  parent_id,
  thread_id,
  continues,
  kind,
  role,
  content,
  status,
}: UniversalItem): string {
  const parent = parent_id === null ? '' : ` in ${short(parent_id)}`;
  const thread = thread_id == null ? '' : ` thread ${short(thread_id)}`;
  const continued = continues == null ? '' : ` continues ${short(continues)}`;
  return `${short(item_id)} ${kind}/${role} [${native_item_id}]${parent}${thread}${continued} ${status}${content.map(part).join('')}`;
}

function part(given: ContentPart): string {
  const { type, ...rest } = given;
  return `\n      ${type} ${JSON.stringify(rest)}`;
}

const head = ({ type, source }: UniversalEvent) => `${source === 'daemon' ? '+' : ' '} ${type}`;
/** Strips the session's uid from ids. */
const short = (text: string) => text.replaceAll(/\b(itm|turn|perm|ques)_[^\s"]*?_(\d+)\b/g, '$1_$2');

/** Truncates long lines in the middle. */
function shorten(given: string): string {
  return given
    .split('\n')
    .map((row) => (row.length <= 1200 ? row : `${row.slice(0, 400)} … ${row.length} … ${row.slice(-100)}`))
    .join('\n');
}
