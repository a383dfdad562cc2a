import { parseNative, type ThreadResultOf } from './native.js';

/** What is told of a thread when it begins. */
export function threadMetadata({
  thread,
  approvalPolicy,
  sandbox,
}: Partial<ThreadResultOf> & Pick<ThreadResultOf, 'thread'>): Record<string, unknown> {
  const told = {
    version: thread.cliVersion,
    model: thread.model,
    effort: thread.reasoningEffort,
    provider: thread.modelProvider,
    cwd: thread.cwd,
    forked_from: thread.forkedFromId,
    approval_policy: approvalPolicy,
    sandbox: sandbox?.type,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value != null));
}

/** The thread in the answer to a request for one. */
export function threadResult(text: string): ThreadResultOf {
  const parsed = parseNative(text);
  if (parsed.ok && parsed.message.method === 'response') return parsed.message.params;
  throw new Error(`Codex gave no thread: ${parsed.ok ? text.slice(0, 200) : parsed.error}`);
}
