import { version } from '../server/version.js';
import { paint } from './paint.js';

export interface BannerOptions {
  /** Of the port, or `unix:` with the path of the socket if that is all. */
  url: string;
  socket: string | null;
  token: string | null;
  /** Whether the token was generated for this run; a token given by the user is not printed. */
  isGenerated: boolean;
  data: string;
}

export function banner({ url, socket, token, isGenerated, data }: BannerOptions): string {
  const hasPort = !url.startsWith('unix:');
  const rows: [string, string][] = [['listening', url]];
  // Browsers know no Unix sockets.
  if (hasPort) rows.push(['inspector', inspectorUrl(url, token, isGenerated)]);
  if (hasPort && socket !== null) rows.push(['socket', `unix:${socket}`]);
  rows.push(['data', data]);
  if (token !== null) rows.push(['token', isGenerated ? token : '(as configured)']);
  const header = token === null ? '' : ` -H 'Authorization: Bearer ${isGenerated ? token : '<token>'}'`;
  const target = hasPort ? url : `--unix-socket '${socket}' http://localhost`;
  rows.push(['try', `curl${header} ${target}/v1/agents`]);
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(10))} ${value}`);
  return [`\n${paint('green', 'Greenroom')} ${version}\n`, ...lines, ''].join('\n');
}

/** The token is in the fragment, which browsers never send, so it appears in no log. */
function inspectorUrl(url: string, token: string | null, isGenerated: boolean): string {
  return `${url}/ui/${token !== null && isGenerated ? `#token=${encodeURIComponent(token)}` : ''}`;
}
