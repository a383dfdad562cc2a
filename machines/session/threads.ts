import { type DraftOf, type Problem, problem, type UniversalItem } from '../../src/schema/index.js';
import { type ThreadPhase, threadStep } from '../thread.js';
import type { RunningThread, SessionContext } from './context.js';
import { get } from './ledger.js';
import { makeRoom } from './room.js';
import type { Scribe } from './scribe.js';
import { unsupported } from './unsupported.js';

/** A sub-agent begins to work: its run is an `agent` item, open until it rests. */
export function startThread(scribe: Scribe, draft: DraftOf<'thread.started'>): void {
  if (!threadActions(scribe.context, draft.thread, 'start').includes('open')) {
    if (draft.endsWithTurn !== true && outliveTurn(scribe, draft.thread)) return;
    return scribe.drop(draft.thread, 'the thread is already running');
  }
  makeRoom(scribe, null);
  const { threadIds, items, turnThreads } = scribe.context;
  const call = draft.call == null ? null : callItem(scribe.context, draft.call);
  const item_id = scribe.newId('itm', items + 1);
  const ownsCall = call !== null && draft.sharesCall !== true && get(threadIds, call) === undefined;
  const thread_id = get(threadIds, draft.thread) ?? (ownsCall ? call : item_id);
  const item: UniversalItem = {
    item_id,
    native_item_id: draft.thread,
    parent_id: call,
    thread_id,
    continues: null,
    kind: 'status',
    role: null,
    content: [{ type: 'status', label: 'agent', detail: draft.title }],
    status: 'in_progress',
  };
  scribe.write('item.started', { item }, 'daemon', `${draft.thread}#run-${items + 1}`);
  if (draft.endsWithTurn) scribe.remember({ turnThreads: [...turnThreads, thread_id] });
}

/** A running sub-agent no longer ends with the turn. Returns whether it would have. */
function outliveTurn(scribe: Scribe, thread: string): boolean {
  const { threadIds, turnThreads } = scribe.context;
  const others = turnThreads.filter((id) => id !== get(threadIds, thread));
  scribe.remember({ turnThreads: others });
  return others.length < turnThreads.length;
}

function callItem({ keys, callThreads }: SessionContext, key: string): string | null {
  const id = get(keys, key);
  return id !== undefined && get(callThreads, id) !== undefined ? id : null;
}

/** The id of a thread by the provider's id of its sub-agent. One that was not announced is started. */
export function threadIdOf(scribe: Scribe, thread: string): string {
  if (get(scribe.context.threadIds, thread) === undefined) {
    startThread(scribe, { type: 'thread.started', thread, title: 'sub-agent' });
  }
  return get(scribe.context.threadIds, thread)!;
}

/** Why a thread cannot be interrupted, or null. */
export function interruptProblem(context: SessionContext, thread: string | null): Problem | null {
  if (thread === null) return null;
  if (!context.input.interruptThread)
    return unsupported(context, 'interruptThread', 'this agent cannot interrupt a single sub-agent');
  return runningThread(context, thread) ? null : problem('not_found', `no thread ${thread} is running`);
}

export function runningThread(context: SessionContext, id: string | null): RunningThread | undefined {
  return id !== null && Object.hasOwn(context.threads, id) ? context.threads[id] : undefined;
}

/** The actions of the thread machine for an event of the sub-agent. */
export function threadActions(
  context: SessionContext,
  thread: string,
  event: 'start' | 'end',
): readonly string[] {
  return threadStep(phaseOf(context, thread), event)?.actions ?? [];
}

function phaseOf({ threadIds, threads }: SessionContext, thread: string): ThreadPhase {
  const id = get(threadIds, thread);
  if (id === undefined) return 'unknown';
  return Object.hasOwn(threads, id) ? 'running' : 'resting';
}
