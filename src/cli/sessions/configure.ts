import { EXIT } from '../exit-codes.js';
import { print } from '../terminal/output.js';
import { UsageError } from '../usage-error.js';
import type { ConfigureFlags } from './configure-command.js';
import { sessionSheet } from './session-sheet.js';
import { settingsIn } from './setting-options.js';
import { withSession } from './with-session.js';

/** Changes the settings of a session, and prints what they are then. */
export async function configure(given: string, flags: ConfigureFlags): Promise<void> {
  const { title, env = {}, unsetEnv = [], ...settings } = flags;
  const removed = Object.fromEntries(unsetEnv.map((name) => [name, null]));
  const variables = { ...env, ...removed };
  const changes = {
    ...settingsIn(settings),
    ...(title === undefined ? {} : { title: title === false ? null : title }),
    ...(Object.keys(variables).length > 0 ? { env: variables } : {}),
  };
  if (Object.keys(changes).length === 0)
    throw new UsageError('nothing to change; the settings are options, see --help', EXIT.usage);
  const info = await withSession(given, flags, ({ session }) => session.configure(changes));
  print(info, flags, () => sessionSheet({ info, requests: null, queue: null }));
}
