import type { PendingRequests, PermissionData, QuestionData, UniversalEvent } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

const looksLikeId = (word: string) => /^(perm|ques)_[0-9a-z]+_/.test(word);

/** A pending request, under its id. */
export type Pending = { id: string } & (
  | { type: 'permission'; data: PermissionData }
  | { type: 'question'; data: QuestionData }
);

/** All requests, permissions first. */
export function pendingOf({ permissions, questions }: PendingRequests): Pending[] {
  return [
    ...permissions.map((data) => ({ id: data.permission_id, type: 'permission' as const, data })),
    ...questions.map((data) => ({ id: data.question_id, type: 'question' as const, data })),
  ];
}

/** What an event asks for; null if it asks nothing. */
export function requestIn(event: UniversalEvent): Pending | null {
  if (event.type === 'permission.requested')
    return { id: event.data.permission_id, type: 'permission', data: event.data };
  if (event.type === 'question.requested')
    return { id: event.data.question_id, type: 'question', data: event.data };
  return null;
}

export interface Answered {
  request: Pending;
  answer: readonly string[];
}

/**
 * The request that the words of a command line begin with, by its id or the beginning of one, and the words that answer
 * it. If a single one is pending, it need not be named.
 */
export function findRequest(pending: readonly Pending[], words: readonly string[]): Answered {
  const [first = '', ...rest] = words;
  if (pending.length === 0) throw new UsageError('no request is pending', EXIT.notFound);
  const exact = pending.filter(({ id }) => id === first);
  const found = exact.length > 0 ? exact : pending.filter(({ id }) => first !== '' && id.startsWith(first));
  if (found.length === 1) return { request: found[0]!, answer: rest };
  // It was answered already, and what follows it is no answer to another one.
  if (looksLikeId(first)) throw new UsageError(`${first} is not pending`, EXIT.notFound);
  if (pending.length === 1) return { request: pending[0]!, answer: words };
  const ids = pending.map(({ id }) => id).join(', ');
  if (found.length > 1)
    throw new UsageError(`${found.length} requests begin with ${first}: ${ids}`, EXIT.usage);
  throw new UsageError(`${pending.length} requests are pending; name one of ${ids}`, EXIT.usage);
}
