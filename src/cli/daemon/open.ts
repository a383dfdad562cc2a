import type { GreenroomClient } from '../../client/index.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import { openBrowser } from './browser.js';
import { withClient } from './connect.js';
import { ensureDaemon } from './ensure-daemon.js';
import { findDaemon } from './find-daemon.js';
import type { OpenFlags } from './open-command.js';

/** As the daemon calls whoever reaches it without a token. */
const ANYONE = 'anyone';

/** Opens the inspector in a browser, signed in. */
export async function openInspector(session: string | null, flags: OpenFlags): Promise<void> {
  await ensureDaemon(flags);
  const { url } = await findDaemon(flags);
  if (url.startsWith('unix:'))
    throw new UsageError(`browsers know no Unix sockets, and the daemon at ${url} has no port; see --port`);
  const link = await withClient(flags, (client) => linkTo(client, url, session));
  if (!flags.print && (await openBrowser(link))) {
    const [page] = link.split('#', 1);
    console.log(`${paint('green', '✓')} opened ${page}; if nothing shows up: greenroom open --print`);
    return;
  }
  console.log(link);
  if (!flags.print)
    console.error('no browser was found here: open the link in one; it works once, within ten minutes');
}

/** What is after `#` stays in the browser. */
async function linkTo(client: GreenroomClient, address: string, session: string | null): Promise<string> {
  if (session !== null) await client.session(session).info();
  const { id } = await client.call('token/self', {});
  const path = session === null ? '' : `/s/${encodeURIComponent(session)}`;
  // Nobody has to sign in if no token is required.
  if (id === ANYONE) return `${address}/ui/${path && `#${path}`}`;
  const { url, code } = await client.call('pairing/create', { name: 'browser (greenroom open)' });
  return session === null
    ? url
    : `${url.slice(0, url.indexOf('#'))}#${path}?pair=${encodeURIComponent(code)}`;
}
