import { version } from '../server/version.js';
import { paint } from './paint.js';

export interface BannerOptions {
  url: string;
  token: string | null;
  /** Whether the token was generated for this run; a token given by the user is not printed. */
  isGenerated: boolean;
  data: string;
}

export function banner({ url, token, isGenerated, data }: BannerOptions): string {
  const rows: [string, string][] = [
    ['listening', url],
    ['inspector', inspectorUrl(url, token, isGenerated)],
    ['data', data],
  ];
  if (token !== null) rows.push(['token', isGenerated ? token : '(as configured)']);
  rows.push(['try', exampleCommand(url, token, isGenerated)]);
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(10))} ${value}`);
  return [`\n${paint('green', 'Greenroom')} ${version}\n`, ...lines, ''].join('\n');
}

/** The token is in the fragment, which browsers never send, so it appears in no log. */
function inspectorUrl(url: string, token: string | null, isGenerated: boolean): string {
  return `${url}/ui/${token !== null && isGenerated ? `#token=${encodeURIComponent(token)}` : ''}`;
}

function exampleCommand(url: string, token: string | null, isGenerated: boolean): string {
  const header = token === null ? '' : ` -H 'Authorization: Bearer ${isGenerated ? token : '<token>'}'`;
  return `curl${header} ${url}/v1/agents`;
}
