import { resolve } from 'node:path';
import type { GreenroomClient, NewSession, SessionInfo } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { print } from '../terminal/output.js';
import { UsageError } from '../usage-error.js';
import { keptSettings } from './kept-settings.js';
import type { ContinueFlags } from './resume-command.js';
import { settingsIn } from './setting-options.js';

export interface Continuation {
  /** Null for a conversation that no session has. */
  earlier: SessionInfo | null;
  /** The id of the session or of the conversation. */
  resume: string;
  fork: boolean;
}

/** Creates a session that continues a conversation, and prints its id. */
export async function continueIn(
  client: GreenroomClient,
  { earlier, resume, fork }: Continuation,
  flags: ContinueFlags,
): Promise<void> {
  const agent = flags.agent ?? earlier?.agent;
  if (agent === undefined) throw new UsageError('name the agent with --agent', EXIT.usage);
  const directory = flags.directory === undefined ? earlier?.directory : resolve(flags.directory);
  const request: NewSession = {
    agent,
    resume,
    ...(fork ? { fork } : {}),
    ...(directory == null ? {} : { directory }),
    ...(earlier ? await keptSettings(client, earlier, flags) : {}),
    ...settingsIn(flags),
    ...(flags.env ? { env: flags.env } : {}),
    ...(flags.id === undefined ? {} : { sessionId: flags.id }),
  };
  const { created } = await client.sessions.create(request);
  if (created.error) console.error(`greenroom: ${created.error.message}`);
  if (!created.healthy) process.exitCode = EXIT.failure;
  print(created, flags, () => created.sessionId);
}
