import {
  type DraftOf,
  type Metadata,
  type PermissionData,
  type PermissionOutcome,
  type PermissionReply,
  type Problem,
  problem,
  type QuestionData,
  type ResolvedBy,
} from '../../src/schema/index.js';
import { requestStep } from '../request.js';
import type { PendingRequest, SessionContext } from './context.js';
import type { Scribe } from './scribe.js';
import { threadIdOf } from './threads.js';

/** The agent asks a human. Asking twice under the same key is one request. */
export function ask(
  scribe: Scribe,
  draft: DraftOf<'permission.requested'> | DraftOf<'question.requested'>,
): void {
  const phase = findPending(scribe.context, draft) ? 'pending' : 'unknown';
  if (!requestStep(phase, 'ask')?.actions.includes('ask')) {
    return scribe.drop(draft.key, 'the request is already pending');
  }
  const thread_id = draft.thread == null ? null : threadIdOf(scribe, draft.thread);
  const number = scribe.context.requests + 1;
  if (draft.type === 'permission.requested') {
    const { action } = draft;
    const metadata = { ...draft.metadata, thread_id };
    const permission_id = scribe.newId('perm', number);
    scribe.write(
      'permission.requested',
      { permission_id, action, status: 'requested', metadata },
      scribe.source,
      draft.key,
    );
    return;
  }
  const [first] = draft.questions;
  const data: QuestionData = {
    question_id: scribe.newId('ques', number),
    prompt: first?.prompt ?? '',
    options: first?.options.map((option) => option.label) ?? [],
    response: null,
    status: 'requested',
    questions: draft.questions,
    answers: null,
    metadata: { thread_id },
  };
  scribe.write('question.requested', data, scribe.source, draft.key);
}

/** The agent reports its request as resolved: withdrawn, or answered elsewhere. */
export function withdraw(
  scribe: Scribe,
  draft: DraftOf<'permission.resolved'> | DraftOf<'question.resolved'>,
): void {
  const found = findPending(scribe.context, draft);
  // Agents also confirm the replies they were sent; such a confirmation is not a dropped draft.
  if (!requestStep(found ? 'pending' : 'unknown', 'withdraw')?.actions.includes('resolve') || !found) return;
  if (found.kind === 'permission' && draft.type === 'permission.resolved') {
    resolvePermission(scribe, found.data, draft.reply, 'agent');
  } else if (found.kind === 'question' && draft.type === 'question.resolved') {
    resolveQuestion(scribe, found.data, draft.answers, 'agent');
  }
}

/** A client replies to a permission. A guard has checked that it is pending. */
export function reply(scribe: Scribe, id: string, answer: PermissionReply, message: string | null): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'permission') return;
  resolvePermission(scribe, found.data, answer, 'client', message);
  scribe.effect({ type: 'reply', key: found.key, reply: answer, message });
}

/** A client answers a question, or rejects it with null. */
export function answer(scribe: Scribe, id: string, answers: string[][] | null): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'question') return;
  resolveQuestion(scribe, found.data, answers, 'client');
  if (answers) scribe.effect({ type: 'answer', key: found.key, answers });
  else scribe.effect({ type: 'reject', key: found.key });
}

/** Resolves the pending requests of some threads as cancelled. */
export function cancelRequests(scribe: Scribe, isOf: (thread: string | null) => boolean): void {
  for (const found of Object.values(scribe.context.pending)) {
    if (!isOf(threadOf(found))) continue;
    if (found.kind === 'permission') resolvePermission(scribe, found.data, 'cancelled', 'daemon');
    else resolveQuestion(scribe, found.data, null, 'daemon');
  }
}

/** Why a reply is refused, or null. */
export function replyProblem(
  context: SessionContext,
  kind: PendingRequest['kind'],
  id: string,
  answers?: string[][] | null,
): Problem | null {
  const found = Object.hasOwn(context.pending, id) ? context.pending[id] : undefined;
  const step = requestStep(found?.kind === kind ? 'pending' : 'resolved', 'reply');
  if (!found || step?.actions.includes('refuse')) {
    return problem('request_not_pending', `${kind} ${id} is not pending: it was resolved or never asked`);
  }
  if (found.kind !== 'question' || !answers) return null;
  const { questions } = found.data;
  if (answers.length !== questions.length) {
    return problem(
      'invalid_request',
      `expected answers to ${questions.length} questions, got ${answers.length}`,
    );
  }
  const excess = questions.findIndex(
    (question, i) => !question.multi_select && (answers[i]?.length ?? 0) > 1,
  );
  return excess < 0
    ? null
    : problem(
        'invalid_request',
        `question ${excess + 1} takes a single answer: ${questions[excess]?.prompt}`,
      );
}

/** The thread that asks; null for the main thread. */
export function threadOf({ data }: PendingRequest): string | null {
  const thread = data.metadata?.thread_id;
  return typeof thread === 'string' ? thread : null;
}

/** Requests of earlier versions have no thread_id. */
function placed(metadata: Metadata | undefined): Metadata {
  return { ...metadata, thread_id: metadata?.thread_id ?? null };
}

function findPending(
  context: SessionContext,
  draft: { type: string; key: string },
): PendingRequest | undefined {
  const kind = draft.type.startsWith('permission') ? 'permission' : 'question';
  return Object.values(context.pending).find((found) => found.key === draft.key && found.kind === kind);
}

function resolvePermission(
  scribe: Scribe,
  asked: PermissionData,
  reply: PermissionOutcome,
  by: ResolvedBy,
  message: string | null = null,
): void {
  const status = reply === 'once' || reply === 'always' ? 'approved' : 'denied';
  const metadata = { ...placed(asked.metadata), reply, resolved_by: by, ...(message ? { message } : {}) };
  scribe.write(
    'permission.resolved',
    { ...asked, status, metadata },
    by === 'agent' ? scribe.source : 'daemon',
  );
}

function resolveQuestion(
  scribe: Scribe,
  asked: QuestionData,
  answers: string[][] | null,
  by: ResolvedBy,
): void {
  const data: QuestionData = {
    ...asked,
    response: answers?.[0]?.join(', ') ?? null,
    status: answers ? 'answered' : 'rejected',
    answers,
    resolved_by: by,
    metadata: { ...placed(asked.metadata), resolved_by: by },
  };
  scribe.write('question.resolved', data, by === 'agent' ? scribe.source : 'daemon');
}
