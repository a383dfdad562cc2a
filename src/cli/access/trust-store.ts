import { agents } from '../../agents/index.js';
import type { GreenroomClient } from '../../client/index.js';
import { DataFolderInUseError, LogError, openLog, requireLog } from '../../log/index.js';
import type { TrustedFolder } from '../../schema/index.js';
import { createLogger, FolderTrusts, RememberedTrust } from '../../server/index.js';
import { withClient } from '../daemon/connect.js';
import { UsageError } from '../usage-error.js';
import type { TrustFlags } from './trust-command.js';

/** The trusted folders of a daemon. */
export interface TrustStore {
  list(): Promise<TrustedFolder[]>;
  /** For all agents, unless one is named. */
  add(folder: string, agent: string | null): Promise<TrustedFolder[]>;
  remove(id: string): Promise<void>;
}

/** Works on the data folder itself, or by way of the daemon that runs on it or is named. */
export async function withTrust<T>(flags: TrustFlags, work: (trust: TrustStore) => Promise<T>): Promise<T> {
  const { data: dataFolder, url } = flags;
  if (url) return withClient(flags, (client) => work(remote(client)));
  try {
    requireLog(dataFolder);
    const log = await openLog({ dataFolder, sync: 'normal' });
    try {
      return await work(storeOf(new RememberedTrust(log.documents, Date.now)));
    } finally {
      await log.close();
    }
  } catch (error) {
    if (error instanceof DataFolderInUseError) return withClient(flags, (client) => work(remote(client)));
    throw error instanceof LogError ? new UsageError(error.message) : error;
  }
}

function storeOf(remembered: RememberedTrust): TrustStore {
  const logger = createLogger({ level: 'silent', pretty: false });
  const trusts = new FolderTrusts({ remembered, policy: 'ask', env: process.env, logger });
  return {
    list: () => trusts.list(),
    add: async (folder, agent) => trusts.trust(folder, agent === null ? agents : [named(agent)]),
    remove: (id) => trusts.forget(id),
  };
}

function named(id: string) {
  const found = agents.find((agent) => agent.id === id);
  if (found) return found;
  throw new UsageError(`unknown agent ${id}; choose one of ${agents.map((agent) => agent.id).join(', ')}`);
}

function remote({ http }: GreenroomClient): TrustStore {
  return {
    list: async () => (await http.json('GET /v1/trust')).folders,
    add: async (folder, agent) => (await http.json('POST /v1/trust', { body: { folder, agent } })).folders,
    remove: (id) => http.empty('DELETE /v1/trust/:id', { path: { id } }),
  };
}
