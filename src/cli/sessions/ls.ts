import type { GreenroomClient, SessionInfo } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import { write } from '../terminal/write.js';
import { listed } from './listed.js';
import type { LsFlags } from './ls-command.js';
import { type ListFilter, listFilter } from './session-filter.js';
import { SessionTable } from './session-table.js';

/** Sessions are aligned in groups of this many, so that the first are printed before all are fetched. */
const GROUP = 200;

/** Prints the sessions, page after page. */
export async function listSessions(flags: LsFlags): Promise<void> {
  const filter = listFilter(flags);
  await withClient(flags, async (client) => {
    if (flags.watch) return (await import('./watch-sessions.js')).watchSessions(client, filter, flags);
    const sessions = matching(client, filter, flags.limit ?? Number.POSITIVE_INFINITY);
    if (flags.quiet) return printIds(sessions);
    await (flags.json ? printJson(sessions) : printTable(client, sessions, flags));
  });
}

async function* matching(
  client: GreenroomClient,
  { query, matches }: ListFilter,
  limit: number,
): AsyncGenerator<SessionInfo> {
  let left = limit;
  for await (const session of client.sessions.list(query)) {
    if (!matches(session)) continue;
    yield session;
    if (--left === 0) return;
  }
}

async function printIds(sessions: AsyncIterable<SessionInfo>): Promise<void> {
  for await (const { sessionId } of sessions) await write(`${sessionId}\n`);
}

/** One array, whose elements are written as they come. */
async function printJson(sessions: AsyncIterable<SessionInfo>): Promise<void> {
  let isFirst = true;
  for await (const session of sessions) {
    await write(`${isFirst ? '[' : ','}\n${JSON.stringify(session)}`);
    isFirst = false;
  }
  await write(isFirst ? '[]\n' : '\n]\n');
}

async function printTable(
  client: GreenroomClient,
  sessions: AsyncIterable<SessionInfo>,
  flags: LsFlags,
): Promise<void> {
  const table = new SessionTable();
  let group: SessionInfo[] = [];
  let isEmpty = true;
  const print = async () => {
    await write(table.text(await listed(client, group), Date.now()));
    group = [];
  };
  for await (const session of sessions) {
    isEmpty = false;
    group.push(session);
    if (group.length === GROUP) await print();
  }
  if (group.length > 0) await print();
  if (isEmpty) console.error(nothing(flags));
}

function nothing({ all, status, agent, directory, search }: LsFlags): string {
  if (status || agent || directory || search) return 'no such sessions';
  return all
    ? 'no sessions; start one with: greenroom run'
    : 'no sessions; --all shows those that have ended';
}
