import { z } from 'zod';
import type { ConfigRewrite, DaemonLog, SessionRecord } from '../../log/index.js';
import { McpServerConfig } from '../../schema/index.js';
import type { Secrets } from './secrets.js';
import { split } from './split.js';

/** The part of a config that versions up to 0.3 stored as it was given. */
const EarlierConfig = z.looseObject({
  uid: z.string(),
  env: z.record(z.string(), z.string()),
  mcp: z.record(z.string(), McpServerConfig).default({}),
  secrets: z.undefined().optional(),
});

/** Takes the secrets out of configs that an earlier version stored, and has the log erase what it replaces. */
export async function upgradeConfigs(log: DaemonLog, secrets: Secrets): Promise<void> {
  if (!log.configUpgrade) return;
  const records = await log.sessions();
  await log.configUpgrade.rewrite(records.flatMap((record) => rewritten(record, secrets) ?? []));
}

/** Null if it has been rewritten already, or cannot be read: then its session is damaged. */
function rewritten(record: SessionRecord, secrets: Secrets): ConfigRewrite | null {
  const { sessionId, ended } = record;
  const found = EarlierConfig.safeParse(json(record.config));
  if (!found.success) return null;
  const { uid, env, mcp } = found.data;
  const bare = split({ env, mcp });
  const emptied = bare.secrets.map(({ place }) => ({ place, sealed: null }));
  // The agent of a session that has ended is never started again.
  const stored = ended ? { ...bare, secrets: emptied } : secrets.adopt({ sessionId, uid }, { env, mcp });
  const { data: config } = found;
  return {
    sessionId,
    config: JSON.stringify({ ...config, ...stored }),
    backup: JSON.stringify({ ...config, env: {}, mcp: bare.mcp }),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
