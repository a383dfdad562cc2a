import {
  type ContentPart,
  type EventOf,
  textOf,
  UniversalEvent,
  type UniversalItem,
} from '../../src/schema/index.js';
import { isRun } from './is-run.js';

interface Seen {
  item: UniversalItem;
  open: boolean;
  streamed: string;
  deltas: number;
}

interface Expectations {
  ended?: boolean;
  /** The last event that an earlier version wrote, without threads. */
  legacy?: number;
}

/** Checks a stream, from its first event on, against the invariants of the contract; returns the violations. */
export function violations(events: readonly UniversalEvent[], expect: Expectations = {}): string[] {
  const found: string[] = [];
  const items = new Map<string, Seen>();
  const calls = new Set<string>();
  const requests = new Map<string, { state: 'pending' | 'resolved'; thread: string | null }>();
  let turn: string | null = null;
  let ended = false;
  let time = '';

  for (const [index, event] of events.entries()) {
    const report = (violation: string) => found.push(`#${event.sequence} ${event.type}: ${violation}`);
    const parsed = UniversalEvent.safeParse(event);
    if (!parsed.success) report(`does not match the schema: ${parsed.error.message}`);
    if (event.sequence !== index + 1) report(`is at position ${index + 1}`);
    if (event.time < time) report('time goes back');
    time = event.time;
    if (event.synthetic !== (event.source === 'daemon')) report('synthetic and source disagree');
    if (ended) report('follows session.ended');
    if ((index === 0) !== (event.type === 'session.started'))
      report('session.started is the first event, once');

    switch (event.type) {
      case 'turn.started':
        if (turn) report('inside a turn');
        turn = event.data.turn_id;
        break;
      case 'turn.ended':
        if (event.data.turn_id !== turn) report(`ends ${event.data.turn_id}, open is ${turn}`);
        for (const [id, { item, open }] of items)
          if (open && !isRunning(items, item.thread_id)) report(`${id} is open`);
        for (const [id, { state, thread }] of requests)
          if (state === 'pending' && !isRunning(items, thread)) report(`${id} is pending`);
        turn = null;
        break;
      case 'item.started':
        checkParents(report, items, event.data.item);
        if (event.sequence > (expect.legacy ?? 0)) checkThread(report, items, event);
        if (items.has(event.data.item.item_id)) report('duplicate id');
        if (event.data.item.status !== 'in_progress') report(`status ${event.data.item.status}`);
        if (event.data.item.kind === 'message' && textOf(event.data.item.content)) report('contains text');
        items.set(event.data.item.item_id, { item: event.data.item, open: true, streamed: '', deltas: 0 });
        break;
      case 'item.delta': {
        const seen = items.get(event.data.item_id);
        if (!seen?.open) report('of an item that is not open');
        else {
          seen.streamed += event.data.delta;
          seen.deltas++;
        }
        break;
      }
      case 'item.completed': {
        const { item } = event.data;
        const seen = items.get(item.item_id);
        checkParents(report, items, item);
        if (!seen?.open) report('of an item that is not open');
        else checkEnd(report, seen, item);
        if (seen) seen.open = false;
        for (const part of item.content) {
          if (part.type === 'tool_call') calls.add(part.call_id);
          if (part.type === 'tool_result' && !calls.has(part.call_id)) report(`unknown call ${part.call_id}`);
        }
        break;
      }
      case 'permission.requested':
      case 'question.requested': {
        const id = 'permission_id' in event.data ? event.data.permission_id : event.data.question_id;
        if (requests.has(id)) report('duplicate id');
        const thread = (event.data.metadata?.thread_id ?? null) as string | null;
        if (event.data.metadata?.thread_id === undefined && event.sequence > (expect.legacy ?? 0))
          report('has no thread_id');
        if (thread !== null && !items.has(thread)) report(`its thread ${thread} was not started`);
        requests.set(id, { state: 'pending', thread });
        break;
      }
      case 'permission.resolved':
      case 'question.resolved': {
        const id = 'permission_id' in event.data ? event.data.permission_id : event.data.question_id;
        const asked = requests.get(id);
        if (asked?.state !== 'pending') report('not pending');
        else asked.state = 'resolved';
        break;
      }
      case 'session.ended':
        if (turn) report('a turn is open');
        for (const [id, seen] of items) if (seen.open) report(`${id} is open`);
        for (const [id, { state }] of requests) if (state === 'pending') report(`${id} is pending`);
        ended = true;
        break;
    }
  }
  if (new Set(events.map((event) => event.event_id)).size !== events.length) found.push('duplicate event_id');
  if (expect.ended && !ended) found.push('not ended');
  return found;
}

type Report = (violation: string) => void;

function checkParents(report: Report, items: Map<string, Seen>, item: UniversalItem): void {
  const needsOne = item.kind === 'tool_call' || item.kind === 'tool_result' || isThought(item);
  if (needsOne && item.parent_id === null) report('has no parent');
  if (item.parent_id !== null && (!items.has(item.parent_id) || item.parent_id === item.item_id)) {
    report(`its parent ${item.parent_id} was not started`);
  }
}

function isRunning(items: Map<string, Seen>, thread: string | null | undefined): boolean {
  if (thread == null) return false;
  return [...items.values()].some(({ item, open }) => open && isRun(item) && item.thread_id === thread);
}

function checkThread(report: Report, items: Map<string, Seen>, event: EventOf<'item.started'>): void {
  const { item } = event.data;
  if (item.thread_id === undefined || item.continues === undefined) report('lacks thread_id or continues');
  if (item.continues != null && items.get(item.continues)?.open !== false)
    report(`continues ${item.continues}, which is not completed`);
  if (item.thread_id == null) return;
  if (isRun(item)) {
    if (event.source !== 'daemon') report("a run that is not the daemon's");
    if (isRunning(items, item.thread_id)) report(`the thread ${item.thread_id} is already running`);
  }
  if (item.thread_id === item.item_id && isRun(item)) return;
  const root = items.get(item.thread_id)?.item;
  if (!root) report(`its thread ${item.thread_id} was not started`);
  else if (root.kind !== 'tool_call' && !isRun(root)) report('its thread is neither a call nor a run');
}

function checkEnd(report: Report, { item: start, streamed, deltas }: Seen, end: UniversalItem): void {
  if (end.status === 'in_progress') report('still in progress');
  if (end.kind !== start.kind || end.role !== start.role || end.parent_id !== start.parent_id)
    report('changed its kind, role or parent');
  const isSame = (key: 'thread_id' | 'continues') => (start[key] ?? null) === (end[key] ?? null);
  if (!isSame('thread_id') || !isSame('continues')) report('changed its thread or what it continues');
  if (end.kind !== 'message') return;
  const text = textOf(end.content);
  if (text !== streamed) report(`text ${JSON.stringify(text)}, streamed ${JSON.stringify(streamed)}`);
  if (text && deltas === 0) report('text without a delta');
  const thoughts = end.content.filter(isReasoning).length;
  if (thoughts > 0 && thoughts < end.content.length) report('mixes reasoning with other parts');
  if (thoughts > 0 && !isReasoning(start.content[0])) report('became reasoning only on completion');
}

function isThought(item: UniversalItem): boolean {
  return item.kind === 'message' && isReasoning(item.content[0]);
}

function isReasoning(part: ContentPart | undefined): boolean {
  return part?.type === 'reasoning';
}
