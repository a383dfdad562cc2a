import type { Problem } from '../schema/index.js';
import type { FoundDaemon } from './find-daemon.js';
import { UsageError } from './usage-error.js';

/** Calls a daemon; a refusal becomes one line that says what to do. */
export async function callDaemon<T>(
  { url, token }: FoundDaemon,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string };
    throw new UsageError(`cannot reach the daemon at ${url} (${code ?? error.message}); is it running?`);
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
  const { detail = response.statusText, status = response.status } = parsed(text);
  const advice = status === 401 ? '; name it with --token or GREENROOM_TOKEN' : '';
  throw new UsageError(`${detail}${advice}`);
}

function parsed(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch {
    return {};
  }
}
