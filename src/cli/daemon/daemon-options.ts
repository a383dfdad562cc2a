import { resolve } from 'node:path';
import type { Configuration } from '../../configuration/index.js';
import type { DaemonOptions } from '../../server/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** About 24 days: a longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a configuration means for the daemon. */
export function daemonOptions(configuration: Configuration): Omit<DaemonOptions, 'logger' | 'token'> {
  const { settings, folders, permissionModes, agents, effective } = configuration;
  const { maxCostUsd, maxTokens } = settings;
  return {
    dataFolder: resolve(settings.data!),
    host: settings.host,
    ...listening(configuration),
    sync: settings.sync,
    corsOrigins: settings.corsOrigins,
    allowHosts: settings.allowHosts,
    onAgentExit: settings.onAgentExit,
    isolate: settings.isolate,
    trust: settings.trust,
    passEnv: settings.passEnv,
    fileRoots: settings.fileRoots,
    ...(settings.secretKeyFile ? { secretKeyFile: settings.secretKeyFile } : {}),
    timeouts: { restTimeoutMs: Math.min(settings.restAfter, MAX_TIMER_MS) },
    requestTimeoutMs: settings.requestTimeout ?? null,
    limits: settings.limits,
    retention: { ageMs: settings.retainAge ?? null, bytes: settings.retainSize ?? null },
    policy: { folders, permissionModes, agents },
    spending: {
      ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    configuration: effective,
    hiddenFiles: configuration.file?.hasSecrets ? [configuration.file.path] : [],
  };
}

/** With a socket there is no port, unless somebody has chosen one. */
function listening({ settings, isChosen }: Configuration): Pick<DaemonOptions, 'port' | 'socket' | 'tls'> {
  const { port, socket, tlsCert, tlsKey } = settings;
  const hasPort = socket === undefined || isChosen('port') || isChosen('host');
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new UsageError('TLS needs both --tls-cert and --tls-key', EXIT.usage);
  if (tlsCert !== undefined && !hasPort)
    throw new UsageError(
      'TLS is for a port, and --socket has none: add --port, or leave out --tls-cert and --tls-key',
      EXIT.usage,
    );
  return {
    port: hasPort ? port : null,
    ...(socket === undefined ? {} : { socket: resolve(socket) }),
    ...(tlsCert === undefined || tlsKey === undefined ? {} : { tls: { cert: tlsCert, key: tlsKey } }),
  };
}
