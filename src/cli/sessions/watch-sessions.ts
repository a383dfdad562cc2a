import { type GreenroomClient, GreenroomError, type SessionInfo } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { connectionFailure } from './connection-failure.js';
import { LatestChanges } from './latest-changes.js';
import { requestsOf } from './listed.js';
import type { LsFlags } from './ls-command.js';
import type { ListFilter } from './session-filter.js';
import { type SessionNews, type SessionView, sessionView } from './session-views.js';

/** A session as it is now; null if it was deleted. */
type Change = SessionInfo | null;

/** Shows the sessions and their changes until it is interrupted. */
export async function watchSessions(
  client: GreenroomClient,
  filter: ListFilter,
  flags: LsFlags,
): Promise<void> {
  if (flags.search !== undefined)
    throw new UsageError(
      '--search cannot be watched: the daemon tells of sessions, not of messages',
      EXIT.usage,
    );
  const changes = new LatestChanges<Change>();
  const known = new Set<string>();
  const put = (session: SessionInfo) => changes.put(session.sessionId, session);
  client.sessions.watch({
    list: (sessions) => {
      const listed = sessions.filter(filter.matches).slice(0, flags.limit);
      const ids = new Set(listed.map(({ sessionId }) => sessionId));
      for (const id of known) if (!ids.has(id)) void refresh(client, id, changes);
      if (ids.size + known.size === 0) console.error('no such sessions yet');
      // The newest last, as changes come.
      for (const session of listed.reverse()) put(session);
    },
    opened: put,
    changed: put,
    closed: (id, reason) => {
      if (reason === 'deleted') changes.put(id, null);
      else void refresh(client, id, changes);
    },
  });
  const view = sessionView(flags);
  await Promise.race([connectionFailure(client), show({ client, filter, view, changes, known })]);
}

/** What is not told is asked for. */
async function refresh(client: GreenroomClient, id: string, changes: LatestChanges<Change>): Promise<void> {
  try {
    changes.put(id, await client.session(id).info());
  } catch (error) {
    if (GreenroomError.is(error, 'session_not_found')) changes.put(id, null);
    // Otherwise the connection was lost, and the next one begins with a list.
  }
}

interface Shown {
  client: GreenroomClient;
  filter: ListFilter;
  view: SessionView;
  changes: LatestChanges<Change>;
  /** The ids of what is shown. */
  known: Set<string>;
}

async function show({ client, filter, view, changes, known }: Shown): Promise<never> {
  for (;;) {
    const news: SessionNews[] = [];
    for (const [id, info] of await changes.take()) {
      const isListed = info !== null && filter.matches(info);
      if (!isListed && !known.has(id)) continue;
      if (isListed) known.add(id);
      else known.delete(id);
      const requests = info && (await requestsOf(client, info).catch(() => null));
      news.push({ id, session: info && { info, requests }, isListed });
    }
    await view.show(news);
  }
}
