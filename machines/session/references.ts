import type { ContentPart, DraftItem } from '../../src/schema/index.js';
import type { SessionContext } from './context.js';
import { get } from './ledger.js';
import { callerOf } from './open-items.js';
import { runningThread } from './threads.js';

/** An item's parent: an existing item, one that needs a stub first, or none. Only a named one may still come. */
export type Parent = { id: string } | { stub: string; isNamed: boolean } | null;

export function findParent(
  context: SessionContext,
  draft: DraftItem,
  thought: boolean,
  thread: string | null,
): Parent {
  const { parent } = draft;
  if (parent != null && parent !== draft.key) {
    const id = get(context.keys, parent);
    return id === undefined ? { stub: parent, isNamed: true } : { id };
  }
  const needsOne = thought || draft.kind === 'tool_call' || draft.kind === 'tool_result';
  if (thread !== null) {
    if (needsOne) return { id: runningThread(context, thread)?.assistant ?? thread };
    return draft.kind === 'message' ? { id: thread } : null;
  }
  if (!needsOne) return null;
  const id = context.turn?.assistant ?? context.turn?.user ?? context.lastMessage;
  return id === null ? { stub: `${draft.key}#parent`, isNamed: false } : { id };
}

/** The tool calls that results refer to, except calls that precede their result in the same content. */
export function referencedCalls(content: readonly ContentPart[]): string[] {
  const own = new Set<string>();
  const answered: string[] = [];
  for (const part of content) {
    if (part.type === 'tool_call') own.add(part.call_id);
    if (part.type === 'tool_result' && !own.has(part.call_id)) answered.push(part.call_id);
  }
  return answered;
}

/**
 * Every tool result requires a completed call. Returns the call to complete before the result may appear: one that is
 * still open, or a placeholder if the agent never sent one. `self` is the item that contains the result.
 */
export function callToComplete(context: SessionContext, callId: string, self: string): DraftItem | null {
  if (get(context.calls, callId) !== undefined) return null;
  const caller = callerOf(context.open, callId, self);
  if (caller) {
    const { key, kind, role } = caller;
    return { key, kind, role, content: caller.content.filter((part) => part.type === 'tool_call') };
  }
  return {
    key: `${callId}#call`,
    kind: 'tool_call',
    role: 'assistant',
    content: [
      {
        type: 'tool_call',
        name: 'unknown',
        arguments: '{}',
        call_id: callId,
        kind: 'other',
        title: 'Unknown tool',
      },
    ],
  };
}
