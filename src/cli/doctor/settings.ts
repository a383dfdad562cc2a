import type { Configuration } from '../../configuration/index.js';
import { openIsolation } from '../../server/index.js';
import { configurationFor } from '../configuration/configuration.js';
import { portArguments } from '../daemon/free-port.js';
import { runningDaemon } from '../daemon/running-daemon.js';
import { UsageError } from '../usage-error.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** The configuration; null if the file is not valid. */
export async function configurationFindings(
  data: string,
): Promise<{ found: Configuration | null; findings: Finding[] }> {
  try {
    const found = await configurationFor({ settings: { data } });
    return { found, findings: [ok('configuration', found.file?.path ?? 'no file; defaults')] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const advice = 'correct the file; greenroom config check looks at it again';
    return { found: null, findings: [problem('configuration', error.message, advice)] };
  }
}

/** Whether a daemon could listen. */
export async function portFindings(data: string, configuration: Configuration): Promise<Finding[]> {
  const { port, host, socket } = configuration.settings;
  if (runningDaemon(data) !== null || port === 0 || socket !== undefined) return [];
  const name = `${host}:${port}`;
  const isFree =
    (await portArguments({ settings: configuration.settings, isChosen: () => false })).length === 0;
  if (isFree) return [ok('port', `${name} is free`)];
  return [
    warning('port', `${name} is used by another program`, 'choose another: greenroom up --port <number>'),
  ];
}

/** Whether agents can be kept away from the daemon and from each other. */
export async function isolationFindings(data: string, configuration: Configuration): Promise<Finding[]> {
  const { isolate } = configuration.settings;
  if (isolate === 'off')
    return [warning('isolation', 'is off', 'agents can read the token; see greenroom server --isolate')];
  const warnings: string[] = [];
  const { mode } = await openIsolation({
    setting: isolate === 'strict' ? 'strict' : 'process',
    dataFolder: data,
    env: process.env,
    warn: (message) => warnings.push(message),
  }).catch((error: Error) => {
    warnings.push(error.message);
    return { mode: null };
  });
  if (mode !== null) return [ok('isolation', `agents are isolated (${mode})`)];
  const level = isolate === 'process' ? warning : problem;
  return [level('isolation', 'agents cannot be isolated', warnings.join('; '))];
}
