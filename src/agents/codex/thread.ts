import { defined } from '../kit/record.js';
import type { CodexParsed, ThreadResultOf } from './native.js';

/** The answer that opens a thread, or the notification that repeats a part of it. */
export type OpenedThread = Partial<ThreadResultOf> & Pick<ThreadResultOf, 'thread'>;

/** A thread as the draft of `session.started`. The version is that of the running program, if it is known. */
export function threadMetadata(
  { thread, model, approvalPolicy, sandbox }: OpenedThread,
  version: string | null,
): Record<string, unknown> {
  return defined({
    version: version ?? thread.cliVersion,
    model: model ?? thread.model,
    effort: thread.reasoningEffort,
    provider: thread.modelProvider,
    cwd: thread.cwd,
    forked_from: thread.forkedFromId,
    approval_policy: approvalPolicy,
    sandbox: sandbox?.type,
  });
}

/** The thread in the answer to a request for one. */
export function threadResult(answer: CodexParsed): ThreadResultOf {
  if (answer.ok && answer.name === 'response') return answer.message.result;
  throw new Error(`Codex gave no thread: ${answer.ok ? answer.name : answer.error}`);
}
