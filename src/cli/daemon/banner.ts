import { isLoopbackHost, openUrl } from '../../server/index.js';
import { version } from '../../server/version.js';
import { paint } from '../terminal/paint.js';
import { qrCode } from '../terminal/qr-code.js';

export interface BannerOptions {
  /** Of the port, or `unix:` with the path of the socket if that is all. */
  url: string;
  socket: string | null;
  token: string | null;
  /** Whether the token was generated; a token given by the user is not printed. */
  isGenerated: boolean;
  data: string;
  /** The link that signs a browser in once; null if no token is required. */
  pairing: string | null;
}

export function banner({ url, socket, token, isGenerated, data, pairing }: BannerOptions): string {
  const hasPort = !url.startsWith('unix:');
  const reachable = openUrl(url);
  const rows: [string, string][] = [['listening', url]];
  if (reachable !== url) rows.push(['address', reachable]);
  // Browsers know no Unix sockets.
  if (hasPort) rows.push(['inspector', pairing ?? `${reachable}/ui/`]);
  if (hasPort && socket !== null) rows.push(['socket', `unix:${socket}`]);
  rows.push(['data', data]);
  if (token !== null) rows.push(['token', isGenerated ? token : '(as configured)']);
  const header = token === null ? '' : ` -H 'Authorization: Bearer ${isGenerated ? token : '<token>'}'`;
  const target = hasPort ? reachable : `--unix-socket '${socket}' http://localhost`;
  rows.push(['try', `curl${header} ${target}/v1/agents`]);
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(10))} ${value}`);
  const code = pairing !== null && isForOthers(reachable) && process.stdout.isTTY ? [qrCode(pairing)] : [];
  return [`\n${paint('green', 'Greenroom')} ${version}\n`, ...code, ...lines, ''].join('\n');
}

function isForOthers(url: string): boolean {
  return !url.startsWith('unix:') && !isLoopbackHost(new URL(url).hostname);
}
