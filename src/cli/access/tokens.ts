import { withClient } from '../daemon/connect.js';
import type { DaemonFlags } from '../daemon/daemon-flags.js';
import { EXIT } from '../exit-codes.js';
import { print, titledTable } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import { expiry } from './expiry.js';
import type { ListTokensFlags, NewTokenFlags } from './token-command.js';

/** The token alone goes to standard output, so that a script can take it. */
export async function createToken(
  name: string,
  { scopes, expires, json, ...flags }: NewTokenFlags,
): Promise<void> {
  const body = { name, scopes, ...expiry(expires) };
  const created = await withClient(flags, (client) => client.call('token/create', body));
  print(created, { json }, () => created.token);
  if (!json)
    console.error(`${created.id}: ${created.scopes.join(', ')}; keep the token, it is not shown again`);
}

export async function listTokens({ json, ...flags }: ListTokensFlags): Promise<void> {
  const { tokens } = await withClient(flags, (client) => client.call('token/list', {}));
  print(tokens, { json }, () => {
    if (tokens.length === 0) return 'no tokens; create one with: greenroom token create <name>';
    const rows = tokens.map(({ id, name, scopes, lastUsedAt, expiresAt }) => [
      id,
      name,
      scopes.join(','),
      lastUsedAt ?? 'never',
      expiresAt ?? 'never',
    ]);
    return titledTable(['ID', 'NAME', 'SCOPES', 'LAST USED', 'EXPIRES'], rows);
  });
}

export async function revokeToken(given: string, flags: DaemonFlags): Promise<void> {
  await withClient(flags, async (client) => {
    const { tokens } = await client.call('token/list', {});
    const found = tokens.filter(({ id, name }) => id === given || name === given);
    if (found.length === 0)
      throw new UsageError(`there is no token ${given}; list them with: greenroom token list`, EXIT.notFound);
    if (found.length > 1)
      throw new UsageError(
        `${found.length} tokens are called ${given}; name one by its id: ${found.map(({ id }) => id).join(', ')}`,
      );
    const { id, name } = found[0]!;
    await client.call('token/revoke', { tokenId: id });
    console.log(`${paint('green', '✓')} revoked ${name} (${id})`);
  });
}
