import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type {
  GreenroomClient,
  SentMessage,
  Session,
  SessionInfo,
  StoredAttachment,
} from '../../client/index.js';
import { connect } from '../daemon/connect.js';
import { ensureDaemon } from '../daemon/ensure-daemon.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { createSession, readWords } from './new-session.js';
import { pipedText } from './piped-text.js';
import type { RunFlags } from './run-command.js';
import { exitCodes } from './run-end.js';
import { runInTerminal } from './run-in-terminal.js';
import { runWithEvents } from './run-with-events.js';

/** What is run, and how it ended. */
export interface Run {
  client: GreenroomClient;
  session: Session;
  info: SessionInfo;
  prompt: string;
  /** The last event before it. */
  after: number;
  flags: RunFlags;
  hint: string | null;
  /** Sends the prompt. */
  send(): SentMessage;
}

/** Sends a prompt to a session, and shows its turn. */
export async function run(words: string[], flags: RunFlags): Promise<void> {
  const piped = await pipedText();
  if (words.length === 0 && piped === null)
    throw new UsageError(
      'there is no prompt; give one, or pipe it in, as in: greenroom run "fix the tests"',
      EXIT.usage,
    );
  await ensureDaemon(flags);
  const client = await connect(flags);
  try {
    const begun = await begin(client, words, piped, flags);
    process.exitCode = exitCodes[await (flags.json ? runWithEvents(begun) : runInTerminal(begun))];
  } finally {
    client.close();
  }
}

async function begin(
  client: GreenroomClient,
  words: readonly string[],
  piped: string | null,
  flags: RunFlags,
): Promise<Run> {
  const files = await Promise.all((flags.attach ?? []).map(readAttachment));
  const target =
    flags.session === undefined
      ? await openNew(client, words, piped, flags)
      : await openKnown(client, words, flags);
  const prompt = [target.prompt, piped?.trimEnd()].filter(Boolean).join('\n\n');
  const { session } = target;
  const attachments: StoredAttachment[] = [];
  for (const { name, content } of files) attachments.push(await session.upload(new Blob([content]), name));
  const send = () => session.send(prompt, attachments.length > 0 ? { attachments } : {});
  return { ...target, client, prompt, flags, send };
}

async function openNew(
  client: GreenroomClient,
  words: readonly string[],
  piped: string | null,
  flags: RunFlags,
) {
  const { agent, prompt, hint } = await readWords(client, words, flags);
  if (prompt === '' && piped === null) throw new UsageError(`there is no prompt for ${agent}`, EXIT.usage);
  const session = await createSession(client, agent, flags);
  return { session, info: session.created, prompt, hint, after: 0 };
}

async function openKnown(client: GreenroomClient, words: readonly string[], { session: id }: RunFlags) {
  const session = client.session(id!);
  const info = await session.info();
  return { session, info, prompt: words.join(' '), hint: null, after: info.lastSequence };
}

async function readAttachment(path: string): Promise<{ name: string; content: Buffer<ArrayBuffer> }> {
  try {
    return { name: basename(path), content: await readFile(path) };
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`, EXIT.usage);
  }
}
