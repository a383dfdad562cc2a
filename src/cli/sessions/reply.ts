import {
  type PermissionData,
  type PermissionReply,
  permissionOf,
  type QuestionData,
  type Session,
} from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { print } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import { answersOf } from './answers.js';
import { findRequest, pendingOf } from './find-request.js';
import type { ReplyFlags } from './reply-command.js';
import { requestsSheet } from './requests-sheet.js';
import { withSession } from './with-session.js';

/** What was replied to a request. */
type Replied = { requestId: string } & ({ reply: PermissionReply } | { answers: string[][] | null });

const replies: readonly string[] = ['once', 'always', 'reject'] satisfies PermissionReply[];

/** Replies to a pending request, or lists all of them. */
export async function reply(given: string, words: readonly string[], flags: ReplyFlags): Promise<void> {
  await withSession(given, flags, async ({ session }) => {
    const requests = await session.requests();
    const pending = pendingOf(requests);
    if (words.length === 0)
      return print(requests, flags, () => requestsSheet(pending, session.id) || 'no request is pending');
    const { request, answer } = findRequest(pending, words);
    const replied =
      request.type === 'permission'
        ? await replyPermission(session, request.data, answer, flags)
        : await replyQuestion(session, request.data, answer, flags);
    print(replied, flags, () => `${paint('green', '✓')} ${inWords(replied)}`);
  });
}

async function replyPermission(
  session: Session,
  data: PermissionData,
  [word, ...excess]: readonly string[],
  { message }: ReplyFlags,
): Promise<Replied> {
  const id = data.permission_id;
  const { replies: possible } = permissionOf(data);
  if (!isReply(word) || excess.length > 0 || !possible.includes(word))
    throw new UsageError(`${id} is answered with one of ${possible.join(', ')}`, EXIT.usage);
  if (message !== undefined && word !== 'reject')
    throw new UsageError('--message goes with reject only', EXIT.usage);
  await session.replyPermission(id, word, { message });
  return { requestId: id, reply: word };
}

async function replyQuestion(
  session: Session,
  { question_id: id, questions }: QuestionData,
  words: readonly string[],
  { message }: ReplyFlags,
): Promise<Replied> {
  if (message !== undefined) throw new UsageError('--message goes with permissions only', EXIT.usage);
  if (words.length === 0)
    throw new UsageError(`an answer to ${id} is missing; the options are listed without one`, EXIT.usage);
  if (isRejection(questions, words)) {
    await session.rejectQuestion(id);
    return { requestId: id, answers: null };
  }
  const answers = answersOf(questions, words);
  await session.answerQuestion(id, answers);
  return { requestId: id, answers };
}

/** Unless it is one of the options, as where a plan is approved or rejected. */
function isRejection(questions: QuestionData['questions'], words: readonly string[]): boolean {
  const [word] = words;
  if (words.length !== 1 || word !== 'reject') return false;
  return !questions[0]?.options.some(({ label }) => label.toLowerCase() === word);
}

const isReply = (word: string | undefined): word is PermissionReply =>
  word !== undefined && replies.includes(word);

function inWords(replied: Replied): string {
  const { requestId } = replied;
  if ('reply' in replied) return `${requestId}: ${replied.reply}`;
  const { answers } = replied;
  return `${requestId}: ${answers === null ? 'rejected' : answers.map((each) => each.join(', ') || '-').join('; ')}`;
}
