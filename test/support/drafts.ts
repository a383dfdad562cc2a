import type {
  ContentPart,
  Draft,
  DraftItem,
  DraftOf,
  PermissionDetails,
  TurnOutcome,
} from '../../src/schema/index.js';

/** Builders for drafts as a translator would make them. */

type Part<T extends ContentPart['type']> = Extract<ContentPart, { type: T }>;
type More = Partial<DraftItem>;

export const text = (words: string): Part<'text'> => ({ type: 'text', text: words });

export const reasoning = (words: string): Part<'reasoning'> => ({
  type: 'reasoning',
  text: words,
  visibility: 'public',
});

export const callPart = (call_id: string, name = 'shell'): Part<'tool_call'> => ({
  type: 'tool_call',
  name,
  arguments: '{}',
  call_id,
});

export const resultPart = (call_id: string, output = ''): Part<'tool_result'> => ({
  type: 'tool_result',
  call_id,
  output,
});

/** A message of the agent: text, parts, or empty. */
export const says = (key: string, content: string | ContentPart[] = [], more: More = {}): DraftItem => ({
  key,
  kind: 'message',
  role: 'assistant',
  content: typeof content === 'string' ? [text(content)] : content,
  ...more,
});

/** A user message echoed by the agent. */
export const echoes = (key: string, words: string): DraftItem => says(key, words, { role: 'user' });

export const calls = (key: string, callId = key, more: More = {}): DraftItem => ({
  key,
  kind: 'tool_call',
  role: 'assistant',
  content: [callPart(callId)],
  ...more,
});

export const results = (key: string, callId: string, output = '', more: More = {}): DraftItem => ({
  key,
  kind: 'tool_result',
  role: 'tool',
  content: [resultPart(callId, output)],
  ...more,
});

export const start = (item: DraftItem): Draft => ({ type: 'item.started', item });
export const delta = (key: string, words: string): Draft => ({ type: 'item.delta', key, delta: words });
export const complete = (item: DraftItem): Draft => ({ type: 'item.completed', item });

/** A sub-agent begins to work; `call` is the key of the tool call that starts it. */
export const threadStarts = (
  thread: string,
  more: Partial<Omit<DraftOf<'thread.started'>, 'type' | 'thread'>> = {},
): Draft => ({ type: 'thread.started', thread, title: `task of ${thread}`, ...more });

export const threadEnds = (thread: string, status?: 'completed' | 'failed'): Draft => ({
  type: 'thread.ended',
  thread,
  ...(status ? { status } : {}),
});

export const turnEnds = (
  outcome: TurnOutcome = 'completed',
  more: Partial<DraftOf<'turn.ended'>> = {},
): Draft => ({ type: 'turn.ended', outcome, ...more });

export const permission: PermissionDetails = {
  tool: 'shell',
  kind: 'execute',
  title: 'ls',
  input: { command: 'ls' },
  replies: ['once', 'always', 'reject'],
  scope: 'this command in this session',
  native: {},
};

export const asksPermission = (
  key: string,
  metadata: Partial<PermissionDetails> = {},
  thread: string | null = null,
): DraftOf<'permission.requested'> => ({
  type: 'permission.requested',
  key,
  thread,
  action: 'command_execution',
  metadata: { ...permission, ...metadata },
});

export const fails = (message: string, more: Partial<DraftOf<'error'>> = {}): DraftOf<'error'> => ({
  type: 'error',
  message,
  details: { retryable: false, category: 'unknown' },
  ...more,
});

/** A request with one question per prompt. */
export const asks = (key: string, prompts: string[] = ['Which?'], multi_select = false): Draft => ({
  type: 'question.requested',
  key,
  questions: prompts.map((prompt) => ({
    header: '',
    prompt,
    options: [
      { label: 'red', description: '' },
      { label: 'blue', description: '' },
    ],
    multi_select,
  })),
});
