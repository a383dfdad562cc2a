import type { TranslatorInput } from '../../../src/agents/agent.js';
import { type ClaudeNotice, translator } from '../../../src/agents/claude/translate.js';
import { Draft, type UniversalItem } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';

/** Builders for lines of the CLI. */

let count = 0;
const line = { session_id: 'native-1' };
const uuid = () => `uuid-${++count}`;

type Block = Record<string, unknown>;

export const text = (words: string): Block => ({ type: 'text', text: words });
export const thinking = (words: string): Block => ({ type: 'thinking', thinking: words, signature: 's' });
export const toolUse = (id: string, name = 'Bash', input: unknown = {}): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export const assistant = (id: string, block: Block, more: object = {}) => ({
  type: 'assistant',
  message: { id, model: 'claude', role: 'assistant', content: [block], stop_reason: null },
  parent_tool_use_id: null,
  uuid: uuid(),
  ...line,
  ...more,
});

export const toolResult = (id: string, content: unknown, report?: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] },
  parent_tool_use_id: null,
  tool_use_result: report,
  uuid: uuid(),
  ...line,
});

export const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  uuid: uuid(),
  ...line,
  ...more,
});

export const system = (subtype: string, more: object) => ({
  type: 'system',
  subtype,
  uuid: uuid(),
  ...line,
  ...more,
});

export const result = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: '',
  stop_reason: null,
  ...line,
  ...more,
});

export const asks = (request_id: string, tool_name: string, input: object, more: object = {}) => ({
  type: 'control_request',
  request_id,
  request: { subtype: 'can_use_tool', tool_name, input, tool_use_id: 'call-1', ...more },
});

const event = (type: string, more: object = {}, outer: object = {}) => ({
  type: 'stream_event',
  event: { type, ...more },
  parent_tool_use_id: null,
  uuid: uuid(),
  ...line,
  ...outer,
});

export const stream = {
  start: (id: string) => event('message_start', { message: { id } }),
  block: (content_block: Block) => event('content_block_start', { index: 0, content_block }),
  text: (words: string) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }),
  thinking: (words: string) =>
    event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: words } }),
  measure: (usage: object, outer: object = {}) =>
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }, outer),
  stop: (outer: object = {}) => event('message_stop', {}, outer),
};

/** A notice of the connection: a message was written to the CLI. */
export const sent = (uuid: string): ClaudeNotice => ({ type: 'sent', uuid });

const noticeTypes: readonly unknown[] = [
  'sent',
  'settings',
  'mcp',
  'started-over',
] satisfies ClaudeNotice['type'][];

function inputOf(line: object | string): TranslatorInput<ClaudeNotice> {
  if (typeof line === 'object' && 'type' in line && noticeTypes.includes(line.type))
    return { from: 'connection', notice: line as ClaudeNotice };
  return { from: 'agent', text: typeof line === 'string' ? line : JSON.stringify(line) };
}

/** Translates lines and notices in the folder `/p`; validates each draft and round-trips each state through JSON. */
export function drafts(...lines: (object | string)[]): Draft[] {
  let state = translator.initial(['/p']);
  return lines.flatMap((each) => {
    const step = translator.translate(state, inputOf(each));
    state = JSON.parse(JSON.stringify(step.state));
    return step.drafts.map((draft) => Draft.parse(draft));
  });
}

export function draftsOf<T extends Draft['type']>(
  type: T,
  ...lines: object[]
): Extract<Draft, { type: T }>[] {
  return drafts(...lines).filter((draft) => draft.type === type) as Extract<Draft, { type: T }>[];
}

/** Plays the lines to a session, within a turn. */
export function session(...lines: object[]): SessionRig {
  const rig = new SessionRig().ready().message('do it');
  for (const draft of drafts(...lines)) rig.draft(draft);
  return rig;
}

/** The completed items of a session, without the user's. */
export function items(rig: SessionRig): UniversalItem[] {
  return rig.events.flatMap((each) =>
    each.type === 'item.completed' && each.data.item.role !== 'user' ? [each.data.item] : [],
  );
}
