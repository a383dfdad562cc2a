import { isLoopbackHost } from '../../server/index.js';
import { withClient } from '../daemon/connect.js';
import { qrCode } from '../terminal/qr-code.js';
import { expiry } from './expiry.js';
import type { PairFlags } from './pair-command.js';

/** The link alone goes to standard output. */
export async function pair({ scopes, expires, name, qr, json, ...flags }: PairFlags): Promise<void> {
  const body = { ...(scopes ? { scopes } : {}), ...(name ? { name } : {}), ...expiry(expires) };
  const pairing = await withClient(flags, (client) => client.call('pairing/create', body));
  if (json) return console.log(JSON.stringify(pairing, null, 2));
  console.log(pairing.url);
  const isReachable = !isLoopbackHost(new URL(pairing.url).hostname);
  if (qr ?? (isReachable && process.stdout.isTTY === true)) console.log(`\n${qrCode(pairing.url)}`);
  console.error(`may ${pairing.scopes.join(', ')}; works once, until ${pairing.expiresAt}`);
}
