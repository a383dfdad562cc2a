import {
  type ClientRef,
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
import { replyEffect } from './trust.js';

/** Both kinds are numbered by one counter. */
const idPrefix = { permission: 'perm', question: 'ques' } as const;
type Kind = PendingRequest['kind'];

const UNANSWERED = 'Nobody answered in time.';

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
    const permission_id = scribe.newId(idPrefix.permission, number);
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
    question_id: scribe.newId(idPrefix.question, number),
    prompt: first?.prompt ?? '',
    options: first?.options.map((option) => option.label) ?? [],
    response: null,
    status: 'requested',
    questions: draft.questions,
    answers: null,
    metadata: { thread_id, native: draft.native ?? {} },
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
export function reply(
  scribe: Scribe,
  id: string,
  {
    reply: answer,
    message,
    client,
  }: { reply: PermissionReply; message: string | null; client?: ClientRef | undefined },
): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'permission') return;
  resolvePermission(scribe, found.data, answer, 'client', { message, client });
  scribe.effect(replyEffect(found, answer, message));
}

/** A client answers a question, or rejects it with null. Questions without an answer are left empty. */
export function answer(
  scribe: Scribe,
  id: string,
  given: string[][] | null,
  client?: ClientRef | undefined,
): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'question') return;
  const answers = given && found.data.questions.map((_, i) => given[i] ?? []);
  resolveQuestion(scribe, found.data, answers, 'client', client);
  if (answers) scribe.effect({ type: 'answer', key: found.key, answers });
  else scribe.effect({ type: 'reject', key: found.key });
}

/** Nobody replied in time: the request is cancelled, and the agent goes on without an answer. */
export function expire(scribe: Scribe, id: string): void {
  const { pending } = scribe.context;
  const found = Object.hasOwn(pending, id) ? pending[id] : undefined;
  const step = requestStep(found ? 'pending' : 'resolved', 'expire');
  if (!found || !step?.actions.includes('notify')) return;
  if (found.kind === 'permission') {
    resolvePermission(scribe, found.data, 'cancelled', 'daemon', { message: UNANSWERED });
    scribe.effect(replyEffect(found, 'reject', UNANSWERED));
  } else {
    resolveQuestion(scribe, found.data, null, 'daemon');
    scribe.effect({ type: 'reject', key: found.key });
  }
}

/** Resolves the pending requests of some threads as cancelled. */
export function cancelRequests(scribe: Scribe, isOf: (thread: string | null) => boolean): void {
  for (const found of Object.values(scribe.context.pending)) {
    if (!isOf(threadOf(found))) continue;
    if (found.kind === 'permission') resolvePermission(scribe, found.data, 'cancelled', 'daemon');
    else resolveQuestion(scribe, found.data, null, 'daemon');
  }
}

/** Why a reply to a permission is refused, or null. */
export function replyProblem(context: SessionContext, id: string, reply: PermissionReply): Problem | null {
  const refused = notPending(context, 'permission', id);
  if (refused) return refused;
  const replies = context.pending[id]?.data.metadata?.replies;
  if (!Array.isArray(replies) || replies.includes(reply)) return null;
  const detail = `permission ${id} takes ${replies.join(', ') || 'no reply'}, not ${reply}`;
  return problem('invalid_request', detail, { supported: replies });
}

/** Why an answer to a question is refused, or null. A rejection has no answers. */
export function answerProblem(
  context: SessionContext,
  id: string,
  answers: string[][] | null,
): Problem | null {
  const refused = notPending(context, 'question', id);
  const found = context.pending[id];
  if (refused || found?.kind !== 'question' || !answers) return refused;
  const { questions } = found.data;
  if (answers.length > questions.length) {
    const detail = `got answers to ${answers.length} questions, but asked only ${questions.length}`;
    return problem('invalid_request', detail);
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

function notPending(context: SessionContext, kind: Kind, id: string): Problem | null {
  const phase = phaseOf(context, kind, id);
  if (!requestStep(phase, 'reply')?.actions.includes('refuse')) return null;
  return phase === 'unknown'
    ? problem('not_found', `no ${kind} ${id}`)
    : problem('request_not_pending', `${kind} ${id} is not pending: it was resolved`);
}

/** Ids are counted, so none has to be remembered to tell a resolved request from one that was never asked. */
function phaseOf({ input, requests, pending }: SessionContext, kind: Kind, id: string) {
  if (Object.hasOwn(pending, id) && pending[id]?.kind === kind) return 'pending';
  const prefixOf = (each: Kind) => `${idPrefix[each]}_${input.uid}_`;
  const number = id.startsWith(prefixOf(kind)) ? id.slice(prefixOf(kind).length) : '';
  if (!/^[1-9]\d*$/.test(number) || Number(number) > requests) return 'unknown';
  const other = kind === 'permission' ? 'question' : 'permission';
  return Object.hasOwn(pending, prefixOf(other) + number) ? 'unknown' : 'resolved';
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
  { message, client }: { message?: string | null; client?: ClientRef | undefined } = {},
): void {
  const status = reply === 'once' || reply === 'always' ? 'approved' : 'denied';
  const metadata = {
    ...placed(asked.metadata),
    reply,
    resolved_by: by,
    ...(client ? { client } : {}),
    ...(message ? { message } : {}),
  };
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
  client?: ClientRef | undefined,
): void {
  const data: QuestionData = {
    ...asked,
    response: answers?.[0]?.join(', ') ?? null,
    status: answers ? 'answered' : 'rejected',
    answers,
    resolved_by: by,
    metadata: { ...placed(asked.metadata), resolved_by: by, ...(client ? { client } : {}) },
  };
  scribe.write('question.resolved', data, by === 'agent' ? scribe.source : 'daemon');
}
