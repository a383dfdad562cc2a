import type { CreatedToken, Pairing, TokenInfo } from '../schema/index.js';
import { isLoopbackHost } from '../server/index.js';
import { callDaemon } from './call-daemon.js';
import type { DaemonFlags } from './daemon-flags.js';
import { findDaemon } from './find-daemon.js';
import { paint } from './paint.js';
import { qrCode } from './qr-code.js';
import { table } from './table.js';
import type { ListTokensFlags, NewTokenFlags, PairFlags } from './token-command.js';
import { UsageError } from './usage-error.js';

/** The token alone goes to standard output, so that a script can take it. */
export async function createToken(
  name: string,
  { scopes, expires, json, ...flags }: NewTokenFlags,
): Promise<void> {
  const daemon = await findDaemon(flags);
  const body = { name, scopes, ...expiry(expires) };
  const created = await callDaemon<CreatedToken>(daemon, 'POST', '/v1/tokens', body);
  if (json) return console.log(JSON.stringify(created, null, 2));
  console.log(created.token);
  console.error(`${created.id}: ${created.scopes.join(', ')}; keep the token, it is not shown again`);
}

export async function listTokens({ json, ...flags }: ListTokensFlags): Promise<void> {
  const { tokens } = await tokensOf(flags);
  if (json) return console.log(JSON.stringify(tokens, null, 2));
  if (tokens.length === 0) return console.log('no tokens; create one with: greenroom token create <name>');
  const rows = tokens.map(({ id, name, scopes, lastUsedAt, expiresAt }) => [
    id,
    name,
    scopes.join(','),
    lastUsedAt ?? 'never',
    expiresAt ?? 'never',
  ]);
  const header = ['ID', 'NAME', 'SCOPES', 'LAST USED', 'EXPIRES'].map((text) => paint('dim', text));
  console.log(table([header, ...rows]));
}

export async function revokeToken(given: string, flags: DaemonFlags): Promise<void> {
  const { daemon, tokens } = await tokensOf(flags);
  const found = tokens.filter(({ id, name }) => id === given || name === given);
  if (found.length === 0)
    throw new UsageError(`there is no token ${given}; list them with: greenroom token list`);
  if (found.length > 1)
    throw new UsageError(
      `${found.length} tokens are called ${given}; name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    );
  const { id, name } = found[0]!;
  await callDaemon(daemon, 'DELETE', `/v1/tokens/${encodeURIComponent(id)}`);
  console.log(`${paint('green', '✓')} revoked ${name} (${id})`);
}

export async function pair({ scopes, expires, name, qr, ...flags }: PairFlags): Promise<void> {
  const daemon = await findDaemon(flags);
  const body = { ...(scopes ? { scopes } : {}), ...(name ? { name } : {}), ...expiry(expires) };
  const pairing = await callDaemon<Pairing>(daemon, 'POST', '/v1/pairings', body);
  console.log(pairing.url);
  const isReachable = !isLoopbackHost(new URL(pairing.url).hostname);
  if (qr ?? (isReachable && process.stdout.isTTY === true)) console.log(`\n${qrCode(pairing.url)}`);
  console.error(`may ${pairing.scopes.join(', ')}; works once, until ${pairing.expiresAt}`);
}

async function tokensOf(flags: DaemonFlags) {
  const daemon = await findDaemon(flags);
  return { daemon, ...(await callDaemon<{ tokens: TokenInfo[] }>(daemon, 'GET', '/v1/tokens')) };
}

function expiry(ms: number | undefined): { expiresIn?: number } {
  return ms === undefined ? {} : { expiresIn: Math.max(Math.round(ms / 1000), 1) };
}
