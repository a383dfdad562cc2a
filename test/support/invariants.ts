import { type ContentPart, textOf, UniversalEvent, type UniversalItem } from '../../src/schema/index.js';

interface Seen {
  item: UniversalItem;
  open: boolean;
  streamed: string;
  deltas: number;
}

/** Checks a stream, from its first event on, against the invariants of the contract; returns the violations. */
export function violations(events: readonly UniversalEvent[], expect: { ended?: boolean } = {}): string[] {
  const found: string[] = [];
  const items = new Map<string, Seen>();
  const calls = new Set<string>();
  const requests = new Map<string, 'pending' | 'resolved'>();
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
        for (const [id, seen] of items) if (seen.open) report(`${id} is open`);
        turn = null;
        break;
      case 'item.started':
        checkParents(report, items, event.data.item);
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
        requests.set(id, 'pending');
        break;
      }
      case 'permission.resolved':
      case 'question.resolved': {
        const id = 'permission_id' in event.data ? event.data.permission_id : event.data.question_id;
        if (requests.get(id) !== 'pending') report('not pending');
        requests.set(id, 'resolved');
        break;
      }
      case 'session.ended':
        if (turn) report('a turn is open');
        for (const [id, seen] of items) if (seen.open) report(`${id} is open`);
        for (const [id, state] of requests) if (state === 'pending') report(`${id} is pending`);
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

function checkEnd(report: Report, { item: start, streamed, deltas }: Seen, end: UniversalItem): void {
  if (end.status === 'in_progress') report('still in progress');
  if (end.kind !== start.kind || end.role !== start.role || end.parent_id !== start.parent_id)
    report('changed its kind, role or parent');
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
