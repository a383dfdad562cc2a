import { GreenroomError, type SentMessage, type Session, type TurnResult } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { print } from '../terminal/output.js';
import { UsageError } from '../usage-error.js';
import { fileToAttach } from './attached-file.js';
import { connectionFailure } from './connection-failure.js';
import { type Pending, pendingOf, requestIn } from './find-request.js';
import { findSessionId } from './find-session.js';
import { messageText } from './message-text.js';
import { requestAdvice } from './request-advice.js';
import type { SendFlags } from './send-command.js';

const exitCodes: Record<TurnResult['outcome'], ExitCode> = {
  completed: EXIT.success,
  interrupted: EXIT.interrupted,
  error: EXIT.turnFailed,
  max_turns: EXIT.turnFailed,
  refused: EXIT.turnFailed,
};

export async function send(given: string, text: string | undefined, flags: SendFlags): Promise<void> {
  const { attach = [], whenBusy, messageId, wait, json } = flags;
  const files = await Promise.all(attach.map(fileToAttach));
  const message = await messageText(text);
  await withClient(flags, async (client) => {
    const session = client.session(await findSessionId(client, given));
    const attachments = [];
    for (const { content, name } of files) attachments.push(await session.upload(content, name));
    const options = {
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(whenBusy ? { whenBusy } : {}),
      ...(messageId === undefined ? {} : { messageId }),
    };
    if (!wait) {
      // Not `session.send`, which reads the events, too: a token that may send need not be able to.
      const answer = await client.call('session/send', { sessionId: session.id, message, ...options });
      return print(answer, { json }, () => `${answer.messageId}  ${answer.disposition}`);
    }
    const sent = session.send(message, options);
    const result = await Promise.race([connectionFailure(client), outcomeOf(session, sent)]);
    process.exitCode = exitCodes[result.outcome];
    if (!json && result.error) console.error(`greenroom: ${result.error.message}`);
    print(result, { json }, () => result.text);
  });
}

/** Says how to answer what the agent asks meanwhile. */
async function outcomeOf(session: Session, sent: SentMessage): Promise<TurnResult> {
  const say = (request: Pending) => console.error(`greenroom: ${requestAdvice(request, session.id)}`);
  const { disposition } = await sent.accepted;
  // The turn that it waits for may wait itself.
  if (disposition === 'queued') pendingOf(await session.requests()).forEach(say);
  try {
    for await (const event of sent) {
      const request = requestIn(event);
      if (request) say(request);
    }
    return await sent;
  } catch (error) {
    if (!GreenroomError.is(error, 'session_ended', 'message_removed')) throw error;
    throw new UsageError(error.message, EXIT.turnFailed, { cause: error });
  }
}
