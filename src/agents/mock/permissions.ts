import type { Draft, PermissionReply, ProposedChange } from '../../schema/index.js';
import type { Roots } from '../kit/paths.js';
import { inThread } from './items.js';
import type { Decision, NativeOf } from './native.js';
import { toolLabel } from './tools.js';

const actions = { command: 'command_execution', edit: 'file_change' } as const;

/** Saved with the conversation, so they also hold after a restart. */
const scopes = {
  command: 'all commands in this conversation',
  edit: 'all edits in this conversation',
} as const;

export const decisions: Readonly<Record<PermissionReply, Decision>> = {
  once: 'allow',
  always: 'allow_always',
  reject: 'deny',
};

const allReplies = Object.keys(decisions) as PermissionReply[];

export function permission(native: NativeOf<'permission_request'>, roots: Roots): Draft {
  const { request, kind, call, tool, input, why, choices } = native;
  const replies = allReplies.filter((reply) => choices.includes(decisions[reply]));
  const { command, path } = input;
  const changes = proposedChanges(input);
  return inThread(native, {
    type: 'permission.requested' as const,
    key: request,
    action: actions[kind],
    metadata: {
      tool,
      ...toolLabel(tool, input, roots),
      input,
      ...(typeof command === 'string' ? { command } : {}),
      ...(typeof path === 'string' ? { paths: [path] } : {}),
      replies,
      ...(replies.includes('always') ? { scope: scopes[kind] } : {}),
      reason: why,
      call_id: call,
      native: { choices },
    },
    ...(changes.length > 0 ? { changes } : {}),
  });
}

function proposedChanges({ path, content }: NativeOf<'permission_request'>['input']): ProposedChange[] {
  if (typeof path !== 'string' || typeof content !== 'string') return [];
  return [{ type: 'write', path, content }];
}
