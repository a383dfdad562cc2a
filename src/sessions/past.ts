import type { SessionInput } from '../../machines/index.js';
import type { EventLog } from '../log/index.js';
import { ProblemError, type SessionCheckpoint } from '../schema/index.js';
import type { Agents } from './agents.js';
import { checkpointOf } from './checkpoint.js';
import type { SessionDirectory } from './directory.js';
import { machineInput } from './machine-input.js';
import { machineAt, type Past, travel } from './time-travel.js';

export interface PastDeps {
  log: EventLog;
  agents: Agents;
  directory: SessionDirectory;
}

/** Sessions as they were. They need not be in memory. */
export class PastSessions {
  readonly #deps: PastDeps;

  constructor(deps: PastDeps) {
    this.#deps = deps;
  }

  /** A session as it was after event `at`. */
  async state(id: string, at: number): Promise<Past> {
    return travel(this.#deps.log, await this.#inputBefore(id, at), at);
  }

  /** What a reader needs to start after event `at`. */
  async checkpoint(id: string, at: number): Promise<SessionCheckpoint> {
    return checkpointOf(await machineAt(this.#deps.log, await this.#inputBefore(id, at), at));
  }

  /** The input of its machine; throws if there is no event `at`. */
  async #inputBefore(id: string, at: number): Promise<SessionInput> {
    const { agents, directory } = this.#deps;
    const { lastSequence } = directory.info(id);
    if (at > lastSequence) {
      throw new ProblemError(
        'invalid_request',
        `event ${at} does not exist yet; the last one is ${lastSequence}`,
      );
    }
    const config = await directory.config(id);
    return machineInput(id, config, agents.get(config.agent));
  }
}
