import { readOwner } from '../../log/index.js';
import { readKeptToken } from '../../server/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { addressesIn } from './addresses-in.js';
import type { DaemonFlags } from './daemon-flags.js';

export interface FoundDaemon {
  /** Without a slash at its end; `unix:` and a path if it listens on nothing but a socket. */
  url: string;
  token: string | null;
}

/**
 * Finds a running daemon: at `--url`, or through its data folder. The token that is kept there is sent to no other
 * address than the one that is written beside it.
 */
export async function findDaemon({ url, token, data }: DaemonFlags): Promise<FoundDaemon> {
  const own = addressesIn(readOwner(data)?.description ?? null)[0] ?? null;
  if (!url && own === null)
    throw new UsageError(
      `no daemon runs on the data folder ${data}; start one with: greenroom up, or name another with --url or --data`,
      EXIT.unreachable,
    );
  const found = openable(url || own!);
  const isOwn = own !== null && openable(own) === found;
  return { url: found, token: token || (isOwn ? await readKeptToken(data) : null) };
}

/** A daemon that listens on all addresses is reached at one of them. */
function openable(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(`--url ${url} is not an address; it looks like http://127.0.0.1:2468`, EXIT.usage);
  }
  if (parsed.protocol === 'unix:') return url;
  if (parsed.hostname === '0.0.0.0') parsed.hostname = '127.0.0.1';
  if (parsed.hostname === '[::]') parsed.hostname = '[::1]';
  return parsed.href.replace(/\/$/, '');
}
