import type { GreenroomClient, SessionInfo } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import { EXIT } from '../exit-codes.js';
import { confirmed } from '../terminal/confirm.js';
import { counted } from '../terminal/counted.js';
import { UsageError } from '../usage-error.js';
import { findSession, findSessionId } from './find-session.js';
import { forEachSession } from './for-each-session.js';
import type { RmFlags } from './rm-command.js';

export async function removeSessions(given: readonly string[], flags: RmFlags): Promise<void> {
  const { ended, olderThan } = flags;
  if (!ended && olderThan !== undefined) throw new UsageError('--older-than goes with --ended', EXIT.usage);
  if (Boolean(ended) === given.length > 0)
    throw new UsageError('name sessions, or all that have ended with --ended', EXIT.usage);
  await withClient(flags, async (client) => {
    if (ended) return removeEnded(client, flags);
    await forEachSession(given, flags, (each) => removeNamed(client, each, flags));
  });
}

async function removeNamed(client: GreenroomClient, given: string, flags: RmFlags): Promise<string | null> {
  if (flags.force && !flags.dryRun) return remove(client, await findSessionId(client, given));
  const { sessionId, ended, status } = await findSession(client, given);
  if (flags.dryRun) return sessionId;
  if (!ended && !(await confirmed(`${sessionId} is ${status}. End and delete it?`, '--force'))) return null;
  return remove(client, sessionId);
}

async function removeEnded(client: GreenroomClient, flags: RmFlags): Promise<void> {
  const { olderThan = 0, force, dryRun } = flags;
  const before = Date.now() - olderThan;
  const isOld = ({ ended, updatedAt }: SessionInfo) => ended && updatedAt <= before;
  const ids: string[] = [];
  for await (const session of client.sessions.list({ status: 'ended' }))
    if (isOld(session)) ids.push(session.sessionId);
  const question = `Delete ${counted(ids.length, 'ended session')}?`;
  if (ids.length > 0 && !force && !dryRun && !(await confirmed(question, '--force'))) return;
  if (ids.length === 0) console.error('no such sessions');
  await forEachSession(ids, flags, (id) => (dryRun ? Promise.resolve(id) : remove(client, id)));
}

async function remove(client: GreenroomClient, sessionId: string): Promise<string> {
  await client.session(sessionId).delete();
  return sessionId;
}
