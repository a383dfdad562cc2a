import { readOwner } from '../log/index.js';
import type { DaemonFlags } from './daemon-options.js';
import { UsageError } from './usage-error.js';

export interface FoundDaemon {
  /** Without a slash at its end. */
  url: string;
  token: string | null;
}

/** Finds a running daemon: at `--url`, or through its data folder. */
export function findDaemon({ url, token, data }: DaemonFlags): FoundDaemon {
  const own = readOwner(data)?.description ?? null;
  if (!url && own === null)
    throw new UsageError(
      `no daemon runs on the data folder ${data}; start one with: greenroom server, or name another with --url or --data`,
    );
  const found = openable(url || own!);
  return { url: found, token: token || null };
}

/** A daemon that listens on all addresses is reached at one of them. */
function openable(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(`--url ${url} is not an address; it looks like http://127.0.0.1:2468`);
  }
  if (parsed.hostname === '0.0.0.0') parsed.hostname = '127.0.0.1';
  if (parsed.hostname === '[::]') parsed.hostname = '[::1]';
  return parsed.href.replace(/\/$/, '');
}
