import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import { configurationFor } from './configuration.js';

/** Reads the configuration as a daemon would; its problems are printed, and the exit code is 1. */
export async function checkConfig(file: string | undefined): Promise<void> {
  const { file: found } = await configurationFor({
    settings: {},
    ...(file === undefined ? {} : { config: file }),
  });
  if (!found) throw new UsageError('there is no configuration file; name one: greenroom config check <file>');
  console.log(`${paint('green', '✓')} no problems  ${found.path}`);
}
