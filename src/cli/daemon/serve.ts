import type { Configuration } from '../../configuration/index.js';
import { type Daemon, type EarlyStart, startEarly } from '../../server/index.js';
import { configurationFor } from '../configuration/configuration.js';
import { banner } from './banner.js';
import { boundLog } from './bound-log.js';
import { daemonOptions } from './daemon-options.js';
import { type GivenToken, givenToken } from './given-token.js';
import type { ServerFlags } from './server-options.js';
import { stopOnSignals } from './signals.js';

/** Runs the daemon until a signal stops it. */
export async function serve(flags: ServerFlags): Promise<void> {
  const early = startEarly();
  const configuration = await unless(early, configurationFor(flags));
  const given = await unless(early, explained(configuration, givenToken(configuration)));
  const options = await unless(early, optionsOf(configuration));
  const starting = explained(configuration, start(early, options, given, configuration));
  // Before it listens: from then on, signals must be handled.
  stopOnSignals(async () => (await starting).stop());
  const daemon = await starting;
  await boundLog(configuration.settings.data!);
  const { url, socket } = daemon;
  const { token, isGenerated } = given;
  const { data } = configuration.settings;
  console.log(banner({ url, socket, token, isGenerated, data: data!, pairing: daemon.pair() }));
}

const optionsOf = async (configuration: Configuration) => daemonOptions(configuration);

/** The folder and the port come first: everything else is loaded behind the answers to /v1/health. */
async function start(
  early: EarlyStart,
  options: ReturnType<typeof daemonOptions>,
  { token, file }: GivenToken,
  configuration: Configuration,
): Promise<Daemon> {
  const parts = await early.take(options);
  const { launch } = await import('./launch.js');
  return launch({ ...options, early: parts, token, ...(file ? { tokenFile: file } : {}) }, configuration);
}

/** The result; without one, the start is discarded. */
async function unless<T>(early: EarlyStart, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await early.discard();
    throw error;
  }
}

async function explained<T>(configuration: Configuration, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { explain } = await import('./start-error.js');
    throw explain(error, configuration);
  }
}
