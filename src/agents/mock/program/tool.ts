import type { Decision, NativeOf } from '../native.js';
import type { Thread } from './thread.js';

type Kind = NativeOf<'permission_request'>['kind'];

export interface ToolUse {
  tool: string;
  input: Record<string, unknown>;
  /** The message that contains the call, if any. */
  message?: string;
  /** The permission it needs, if any. */
  needs?: Kind;
}

export type ToolEnd = Omit<NativeOf<'tool_result'>, 'type' | 'agent' | 'call' | 'message'>;

/** Refuses, asks or runs, depending on the permission mode. Returns whether the tool succeeded. */
export async function useTool(
  thread: Thread,
  { tool, input, message, needs }: ToolUse,
  run: (call: string) => Promise<ToolEnd> | ToolEnd,
): Promise<boolean> {
  const call = thread.id('call');
  const parent = message === undefined ? {} : { message };
  const refusal = isPlanning(thread)
    ? 'Refused: tools are not used while planning'
    : needs !== undefined && !(await isGranted(thread, needs, { tool, input, call }))
      ? 'Denied by the user'
      : null;
  if (refusal !== null) {
    thread.send({ type: 'tool_call', call, tool, input, ...parent, refused: true });
    thread.send({ type: 'tool_result', call, ok: false, output: refusal, ...parent });
    return false;
  }
  thread.send({ type: 'tool_call', call, tool, input, ...parent });
  const end = await run(call);
  thread.count(end.output.length);
  thread.send({ type: 'tool_result', call, ...end, ...parent });
  return end.ok;
}

function isPlanning({ session }: Thread): boolean {
  return session.options.permissionMode === 'plan' || session.options.mode === 'plan';
}

type RequestDetails = Pick<NativeOf<'permission_request'>, 'tool' | 'input' | 'call'>;

const reasons: Record<Kind, string> = {
  command: 'Commands need your approval in this mode',
  edit: 'Edits need your approval in this mode',
};

async function isGranted(thread: Thread, kind: Kind, details: RequestDetails): Promise<boolean> {
  const { options, memory } = thread.session;
  if (options.permissionMode === 'bypass' || memory.isAllowed(kind)) return true;
  if (options.permissionMode === 'acceptEdits' && kind === 'edit') return true;

  const request = thread.id('perm');
  const choices: Decision[] = ['allow', 'allow_always', 'deny'];
  thread.send({ type: 'permission_request', request, kind, ...details, why: reasons[kind], choices });
  const decision = await thread.session.waitFor(thread, 'permission', request);
  if (decision === 'allow_always') memory.allow(kind);
  return decision !== 'deny';
}
