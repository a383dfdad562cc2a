import { agentIds } from '../../agents/index.js';
import { type Configuration, ConfigurationError, loadConfiguration } from '../../configuration/index.js';
import type { ServerFlags } from '../daemon/server-options.js';
import { defaultDataFolder } from '../data/data-folder.js';
import { UsageError } from '../usage-error.js';

/** The daemon's configuration, from flags, environment and file. */
export async function configurationFor({ config, settings }: ServerFlags): Promise<Configuration> {
  return explained(() =>
    loadConfiguration({
      flags: settings,
      file: config,
      env: process.env,
      agents: agentIds,
      dataFolder: defaultDataFolder({ ...process.env, GREENROOM_DATA: '' }),
    }),
  );
}

/** Problems of a configuration are the user's to fix. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConfigurationError ? new UsageError(error.message) : error;
  }
}
