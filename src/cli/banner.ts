import { version } from '../server/index.js';
import { paint } from './paint.js';

export interface BannerOptions {
  url: string;
  token: string | null;
  /** Whether the token was made for this run: else the user knows it, and it is not shown. */
  isGenerated: boolean;
  data: string;
}

/** What somebody who just started the daemon wants to know. */
export function banner({ url, token, isGenerated, data }: BannerOptions): string {
  const rows: [string, string][] = [
    ['listening', url],
    ['inspector', inspector(url, token, isGenerated)],
    ['data', data],
  ];
  if (token !== null) rows.push(['token', isGenerated ? token : '(as given)']);
  rows.push(['try', tryIt(url, token, isGenerated)]);
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(10))} ${value}`);
  return [`\n${paint('green', 'Greenroom')} ${version}\n`, ...lines, ''].join('\n');
}

/** The token goes in the fragment: that is never sent, so it is in nobody's log. */
function inspector(url: string, token: string | null, isGenerated: boolean): string {
  return `${url}/ui/${token !== null && isGenerated ? `#token=${encodeURIComponent(token)}` : ''}`;
}

function tryIt(url: string, token: string | null, isGenerated: boolean): string {
  const header = token === null ? '' : ` -H 'Authorization: Bearer ${isGenerated ? token : '<token>'}'`;
  return `curl${header} ${url}/v1/agents`;
}
