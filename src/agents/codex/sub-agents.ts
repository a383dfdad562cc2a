import type { Draft } from '../../schema/index.js';
import { callKey } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import { at } from '../kit/record.js';
import type { Place } from './items.js';
import type { NativeItem } from './native-items.js';
import type { CodexState, SubAgent } from './state.js';

const TITLE_LENGTH = 80;

/** Calls that name sub-agents without giving them work. */
const bystanders = new Set(['wait', 'closeAgent']);

/** Remembers which sub-agents a call addresses: their next runs begin with it. */
export function withAddressed(state: CodexState, item: NativeItem, { key }: Place): CodexState {
  const { threads, title, isAddress } = addressIn(item);
  const added = threads.flatMap((thread): [string, SubAgent][] => {
    const known = at(state.children, thread);
    if (thread === state.thread || (known !== undefined && !isAddress)) return [];
    const agent: SubAgent = {
      title: title ?? known?.title ?? 'sub-agent',
      call: callKey(key),
      sharesCall: threads.length > 1,
      turn: known?.turn ?? null,
    };
    return [[thread, agent]];
  });
  if (added.length === 0) return state;
  return { ...state, children: { ...state.children, ...Object.fromEntries(added) } };
}

function addressIn(item: NativeItem): { threads: string[]; title: string | null; isAddress: boolean } {
  switch (item.type) {
    case 'collabAgentToolCall':
      return {
        threads: item.receiverThreadIds,
        title: item.prompt ? firstLine(item.prompt) : null,
        isAddress: !bystanders.has(item.tool),
      };
    case 'subAgentActivity':
      return {
        threads: [item.agentThreadId],
        title: item.agentPath.split('/').at(-1) || null,
        isAddress: item.kind !== 'interrupted' && item.kind !== 'completed',
      };
    default:
      return { threads: [], title: null, isAddress: false };
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0]!;
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1)}…`;
}

/** Each turn of a sub-agent is a run of its thread. */
export function runStarted(state: CodexState, thread: string, turn: string): Step<CodexState> {
  const agent = at(state.children, thread);
  if (agent === undefined) return { state, drafts: [{ type: 'thread.started', thread, title: 'sub-agent' }] };
  const { title, call, sharesCall } = agent;
  return {
    state: withTurn(state, thread, turn),
    drafts: [{ type: 'thread.started', thread, title, call, ...(sharesCall ? { sharesCall } : {}) }],
  };
}

export function runEnded(state: CodexState, thread: string, isWhole: boolean): Step<CodexState> {
  const ended: Draft = { type: 'thread.ended', thread, status: isWhole ? 'completed' : 'failed' };
  return { state: withTurn(state, thread, null), drafts: [ended] };
}

function withTurn(state: CodexState, thread: string, turn: string | null): CodexState {
  const agent = at(state.children, thread);
  if (agent === undefined) return state;
  return { ...state, children: { ...state.children, [thread]: { ...agent, turn } } };
}

export function isResting(state: CodexState, thread: string): boolean {
  return at(state.children, thread)?.turn == null;
}
