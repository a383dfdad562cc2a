import { type ContentPart, textOf, UniversalEvent, type UniversalItem } from '../../src/schema/index.js';

interface Seen {
  item: UniversalItem;
  open: boolean;
  streamed: string;
  deltas: number;
}

/** What a stream from its first event on breaks of the contract's invariants; empty if nothing. */
export function violations(events: readonly UniversalEvent[], expect: { ended?: boolean } = {}): string[] {
  const found: string[] = [];
  const items = new Map<string, Seen>();
  const calls = new Set<string>();
  const requests = new Map<string, 'pending' | 'resolved'>();
  let turn: string | null = null;
  let ended = false;
  let time = '';

  for (const [index, event] of events.entries()) {
    const say = (what: string) => found.push(`#${event.sequence} ${event.type}: ${what}`);
    const parsed = UniversalEvent.safeParse(event);
    if (!parsed.success) say(`not of the schema: ${parsed.error.message}`);
    if (event.sequence !== index + 1) say(`stands at place ${index + 1}`);
    if (event.time < time) say('time goes back');
    time = event.time;
    if (event.synthetic !== (event.source === 'daemon')) say('synthetic and source disagree');
    if (ended) say('after the end');
    if ((index === 0) !== (event.type === 'session.started')) say('session.started is the first event, once');

    switch (event.type) {
      case 'turn.started':
        if (turn) say('inside a turn');
        turn = event.data.turn_id;
        break;
      case 'turn.ended':
        if (event.data.turn_id !== turn) say(`ends ${event.data.turn_id}, open is ${turn}`);
        for (const [id, seen] of items) if (seen.open) say(`${id} is open`);
        turn = null;
        break;
      case 'item.started':
        checkParents(say, items, event.data.item);
        if (items.has(event.data.item.item_id)) say('twice');
        if (event.data.item.status !== 'in_progress') say(`status ${event.data.item.status}`);
        if (event.data.item.kind === 'message' && textOf(event.data.item.content)) say('brings text');
        items.set(event.data.item.item_id, { item: event.data.item, open: true, streamed: '', deltas: 0 });
        break;
      case 'item.delta': {
        const seen = items.get(event.data.item_id);
        if (!seen?.open) say('of an item that is not open');
        else {
          seen.streamed += event.data.delta;
          seen.deltas++;
        }
        break;
      }
      case 'item.completed': {
        const { item } = event.data;
        const seen = items.get(item.item_id);
        checkParents(say, items, item);
        if (!seen?.open) say('of an item that is not open');
        else checkEnd(say, seen, item);
        if (seen) seen.open = false;
        for (const part of item.content) {
          if (part.type === 'tool_call') calls.add(part.call_id);
          if (part.type === 'tool_result' && !calls.has(part.call_id)) say(`unknown call ${part.call_id}`);
        }
        break;
      }
      case 'permission.requested':
      case 'question.requested': {
        const id = 'permission_id' in event.data ? event.data.permission_id : event.data.question_id;
        if (requests.has(id)) say('twice');
        requests.set(id, 'pending');
        break;
      }
      case 'permission.resolved':
      case 'question.resolved': {
        const id = 'permission_id' in event.data ? event.data.permission_id : event.data.question_id;
        if (requests.get(id) !== 'pending') say('not pending');
        requests.set(id, 'resolved');
        break;
      }
      case 'session.ended':
        if (turn) say('a turn is open');
        for (const [id, seen] of items) if (seen.open) say(`${id} is open`);
        for (const [id, state] of requests) if (state === 'pending') say(`${id} is pending`);
        ended = true;
        break;
    }
  }
  if (new Set(events.map((event) => event.event_id)).size !== events.length)
    found.push('an event_id comes twice');
  if (expect.ended && !ended) found.push('not ended');
  return found;
}

type Say = (what: string) => void;

function checkParents(say: Say, items: Map<string, Seen>, item: UniversalItem): void {
  const needsOne = item.kind === 'tool_call' || item.kind === 'tool_result' || isThought(item);
  if (needsOne && item.parent_id === null) say('has no parent');
  if (item.parent_id !== null && (!items.has(item.parent_id) || item.parent_id === item.item_id)) {
    say(`its parent ${item.parent_id} was not started`);
  }
}

function checkEnd(say: Say, { item: start, streamed, deltas }: Seen, end: UniversalItem): void {
  if (end.status === 'in_progress') say('still in progress');
  if (end.kind !== start.kind || end.role !== start.role || end.parent_id !== start.parent_id)
    say('became another');
  if (end.kind !== 'message') return;
  const text = textOf(end.content);
  if (text !== streamed) say(`text ${JSON.stringify(text)}, streamed ${JSON.stringify(streamed)}`);
  if (text && deltas === 0) say('text without a delta');
  const thoughts = end.content.filter(isReasoning).length;
  if (thoughts > 0 && thoughts < end.content.length) say('mixes reasoning with other parts');
  if (thoughts > 0 && !isReasoning(start.content[0])) say('became a thought only at its end');
}

function isThought(item: UniversalItem): boolean {
  return item.kind === 'message' && isReasoning(item.content[0]);
}

function isReasoning(part: ContentPart | undefined): boolean {
  return part?.type === 'reasoning';
}
