import type { ContentPart, DataOf, PlanEntry, ToolKind, UniversalItem } from '../../src/schema/index.js';
import type { StoredEvent } from './write-sessions.js';

/** Events in the words of the contract, for sessions that are written into a data folder. */

let count = 0;

/** A whole item. */
function item(given: Pick<UniversalItem, 'kind' | 'content'> & Partial<UniversalItem>): StoredEvent[] {
  const whole: UniversalItem = {
    item_id: `itm_stored_${++count}`,
    native_item_id: null,
    parent_id: null,
    thread_id: null,
    continues: null,
    role: null,
    status: 'completed',
    ...given,
  };
  return [
    { type: 'item.started', data: { item: { ...whole, status: 'in_progress' } } },
    { type: 'item.completed', data: { item: whole } },
  ];
}

export function message(role: 'user' | 'assistant', text: string): StoredEvent[] {
  return item({ kind: 'message', role, content: [{ type: 'text', text }] });
}

export function tool(kind: ToolKind, title: string, input: object, ...result: ContentPart[]): StoredEvent[] {
  const call_id = `call_${count + 1}`;
  const call = { name: `tool.${kind}`, arguments: JSON.stringify(input), call_id, kind, title };
  return [
    ...item({ kind: 'tool_call', role: 'assistant', content: [{ type: 'tool_call', ...call }] }),
    ...item({
      kind: 'tool_result',
      role: 'tool',
      content: [{ type: 'tool_result', call_id, output: '' }, ...result],
    }),
  ];
}

export function notice(label: string, detail: string, fields?: object): StoredEvent[] {
  const json = fields === undefined ? [] : [{ type: 'json' as const, json: fields as never }];
  return item({ kind: 'status', content: [{ type: 'status', label, detail }, ...json] });
}

export function plan(...entries: PlanEntry[]): StoredEvent[] {
  return notice('plan', '', { entries });
}

export function error(message: string, details: DataOf<'error'>['details'], code: string | null = null) {
  return [{ type: 'error', data: { message, code, details } } satisfies StoredEvent];
}

/** A turn with what happens in it. */
export function turn(
  metadata: Partial<DataOf<'turn.ended'>['metadata']>,
  ...events: StoredEvent[][]
): StoredEvent[] {
  const turn_id = `turn_stored_${++count}`;
  return [
    { type: 'turn.started', data: { phase: 'started', turn_id, metadata: {} } },
    ...events.flat(),
    {
      type: 'turn.ended',
      data: { phase: 'ended', turn_id, metadata: { outcome: 'completed', ...metadata } },
    },
  ];
}
