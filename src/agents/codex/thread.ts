import { defined } from '../kit/record.js';
import type { CodexParsed, ThreadResultOf } from './native.js';

/** A thread as the draft of `session.started`. */
export function threadMetadata({
  thread,
  approvalPolicy,
  sandbox,
}: Partial<ThreadResultOf> & Pick<ThreadResultOf, 'thread'>): Record<string, unknown> {
  return defined({
    version: thread.cliVersion,
    model: thread.model,
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
