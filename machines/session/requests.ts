import {
  type DraftOf,
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

/** The agent asks. What it asks twice under the same key is one request. */
export function ask(
  scribe: Scribe,
  draft: DraftOf<'permission.requested'> | DraftOf<'question.requested'>,
): void {
  const phase = byKey(scribe.context, draft) ? 'pending' : 'unknown';
  if (!requestStep(phase, 'ask')?.actions.includes('ask')) {
    return scribe.drop(draft.key, 'it is asked already, and waits for a human');
  }
  const number = scribe.context.requests + 1;
  if (draft.type === 'permission.requested') {
    const { action, metadata } = draft;
    const permission_id = scribe.name('perm', number);
    scribe.write(
      'permission.requested',
      { permission_id, action, status: 'requested', metadata },
      'agent',
      draft.key,
    );
    return;
  }
  const [first] = draft.questions;
  const data: QuestionData = {
    question_id: scribe.name('ques', number),
    prompt: first?.prompt ?? '',
    options: first?.options.map((option) => option.label) ?? [],
    response: null,
    status: 'requested',
    questions: draft.questions,
    answers: null,
  };
  scribe.write('question.requested', data, 'agent', draft.key);
}

/** The agent says that its request is settled: withdrawn, or answered by somebody else. */
export function withdraw(
  scribe: Scribe,
  draft: DraftOf<'permission.resolved'> | DraftOf<'question.resolved'>,
): void {
  const found = byKey(scribe.context, draft);
  // Agents confirm what a human has answered: that is no news, and nothing that was refused.
  if (!requestStep(found ? 'pending' : 'unknown', 'withdraw')?.actions.includes('resolve') || !found) return;
  if (found.kind === 'permission' && draft.type === 'permission.resolved') {
    resolvePermission(scribe, found.data, draft.reply, 'agent');
  } else if (found.kind === 'question' && draft.type === 'question.resolved') {
    resolveQuestion(scribe, found.data, draft.answers, 'agent');
  }
}

/** A client replies to a pending permission; the machine has checked that it is one. */
export function reply(scribe: Scribe, id: string, answer: PermissionReply, message: string | null): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'permission') return;
  resolvePermission(scribe, found.data, answer, 'client', message);
  scribe.effect({ type: 'reply', key: found.key, reply: answer, message });
}

/** A client answers a pending question, or with null rejects it. */
export function answer(scribe: Scribe, id: string, answers: string[][] | null): void {
  const found = scribe.context.pending[id];
  if (found?.kind !== 'question') return;
  resolveQuestion(scribe, found.data, answers, 'client');
  if (answers) scribe.effect({ type: 'answer', key: found.key, answers });
  else scribe.effect({ type: 'reject', key: found.key });
}

/** Nobody will reply any more. */
export function cutRequests(scribe: Scribe): void {
  for (const found of Object.values(scribe.context.pending)) {
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
    return problem('request_not_pending', `no ${kind} ${id} is pending: it was resolved, or never asked`);
  }
  if (found.kind !== 'question' || !answers) return null;
  const { questions } = found.data;
  if (answers.length !== questions.length) {
    return problem(
      'invalid_request',
      `${questions.length} questions were asked and ${answers.length} answered`,
    );
  }
  const overdone = questions.findIndex(
    (question, i) => !question.multi_select && (answers[i]?.length ?? 0) > 1,
  );
  return overdone < 0
    ? null
    : problem('invalid_request', `question ${overdone + 1} takes one answer: ${questions[overdone]?.prompt}`);
}

function byKey(context: SessionContext, draft: { type: string; key: string }): PendingRequest | undefined {
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
  const metadata = { ...asked.metadata, reply, resolved_by: by, ...(message ? { message } : {}) };
  scribe.write('permission.resolved', { ...asked, status, metadata }, by === 'agent' ? 'agent' : 'daemon');
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
  };
  scribe.write('question.resolved', data, by === 'agent' ? 'agent' : 'daemon');
}
