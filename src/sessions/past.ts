import type { EventLog } from '../log/index.js';
import { ProblemError } from '../schema/index.js';
import type { Agents } from './agents.js';
import type { SessionDirectory } from './directory.js';
import { machineInput } from './machine-input.js';
import { type Past, travel } from './time-travel.js';

export interface PastDeps {
  log: EventLog;
  agents: Agents;
  directory: SessionDirectory;
}

/** A session as it was after event `at`. It need not be in memory. */
export async function pastOf(id: string, at: number, { log, agents, directory }: PastDeps): Promise<Past> {
  const { lastSequence } = directory.info(id);
  if (at > lastSequence) {
    throw new ProblemError(
      'invalid_request',
      `event ${at} does not exist yet; the last one is ${lastSequence}`,
    );
  }
  const config = await directory.config(id);
  return travel(log, machineInput(id, config, agents.get(config.agent)), at);
}
