import { isLoopbackHost, openUrl } from '../server/index.js';
import { version } from '../server/version.js';
import { paint } from './paint.js';
import { qrCode } from './qr-code.js';

export interface BannerOptions {
  url: string;
  token: string | null;
  /** Whether the token was generated; a token given by the user is not printed. */
  isGenerated: boolean;
  data: string;
  /** The link that signs a browser in once; null if no token is required. */
  pairing: string | null;
}

export function banner({ url, token, isGenerated, data, pairing }: BannerOptions): string {
  const reachable = openUrl(url);
  const rows: [string, string][] = [['listening', url]];
  if (reachable !== url) rows.push(['address', reachable]);
  rows.push(['inspector', pairing ?? `${reachable}/ui/`]);
  rows.push(['data', data]);
  if (token !== null) rows.push(['token', isGenerated ? token : '(as configured)']);
  rows.push(['try', exampleCommand(reachable, token, isGenerated)]);
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(10))} ${value}`);
  const code = pairing !== null && isForOthers(reachable) && process.stdout.isTTY ? [qrCode(pairing)] : [];
  return [`\n${paint('green', 'Greenroom')} ${version}\n`, ...code, ...lines, ''].join('\n');
}

/** What the user should know before others can reach the daemon. */
export function exposure(url: string): string | null {
  if (!isForOthers(openUrl(url)) || url.startsWith('https:')) return null;
  return `${openUrl(url)} can be reached by others, and is not encrypted: whoever is between can read the token. Use it in networks that you trust, or behind a proxy with TLS`;
}

function isForOthers(url: string): boolean {
  return !isLoopbackHost(new URL(url).hostname);
}

function exampleCommand(url: string, token: string | null, isGenerated: boolean): string {
  const header = token === null ? '' : ` -H 'Authorization: Bearer ${isGenerated ? token : '<token>'}'`;
  return `curl${header} ${url}/v1/agents`;
}
