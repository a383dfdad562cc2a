import type { TranslatorInput } from '../../../src/agents/agent.js';
import type { Notice } from '../../../src/agents/amp/notices.js';
import { translator } from '../../../src/agents/amp/translate.js';
import { Draft, type UniversalItem } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';

/** Builders for lines of Amp. */

const line = { session_id: 'T-1' };

type Block = Record<string, unknown>;

export const text = (words: string): Block => ({ type: 'text', text: words });
export const toolUse = (id: string, name = 'Bash', input: unknown = {}): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export const notice = (value: Notice) => ({ notice: value });

export const prompt = (messageId: string, text: string, isSteered = false) =>
  notice({ type: 'prompted', messageId, text, isSteered });

export const assistant = (content: Block[] | string, message: object = {}, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, stop_reason: 'end_turn', ...message },
  parent_tool_use_id: null,
  ...line,
  ...more,
});

export const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  ...line,
  ...more,
});

export const toolResult = (id: string, content: unknown, is_error = false) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error }]);

export const result = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  ...line,
  ...more,
});

export function inputOf(line: object | string): TranslatorInput<Notice> {
  if (typeof line === 'string') return { from: 'agent', text: line };
  if ('notice' in line) return { from: 'connection', notice: line.notice as Notice };
  return { from: 'agent', text: JSON.stringify(line) };
}

/** Translates lines; validates each draft and round-trips each state through JSON. */
export function drafts(...lines: (object | string)[]): Draft[] {
  let state = translator.initial(['/w']);
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

/** The completed items of a session's turn, without the user's. */
export function items(...lines: object[]): UniversalItem[] {
  const rig = new SessionRig().ready().message('do it');
  for (const draft of drafts(prompt('m1', 'do it'), ...lines)) rig.draft(draft);
  return rig.events.flatMap((each) =>
    each.type === 'item.completed' && each.data.item.role !== 'user' ? [each.data.item] : [],
  );
}
