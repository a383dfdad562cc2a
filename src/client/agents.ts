import type { AgentInfo, AgentModeInfo, AgentModelsResponse } from '../schema/index.js';
import type { Abortable } from './abort.js';
import type { HttpCalls } from './http-calls.js';

/** The agents that the daemon can run. */
export class Agents {
  readonly #http: HttpCalls;

  constructor(http: HttpCalls) {
    this.#http = http;
  }

  /** All of them, installed or not, with their capabilities. */
  async list(options?: Abortable): Promise<AgentInfo[]> {
    return (await this.#http.json('GET /v1/agents', {}, options)).agents;
  }

  /** The modes of an agent, the default first. */
  async modes(agent: string, options?: Abortable): Promise<AgentModeInfo[]> {
    return (await this.#http.json('GET /v1/agents/:agent/modes', { path: { agent } }, options)).modes;
  }

  /** The models of an agent, with their variants. */
  models(agent: string, options?: Abortable): Promise<AgentModelsResponse> {
    return this.#http.json('GET /v1/agents/:agent/models', { path: { agent } }, options);
  }

  /** Installs an agent if it is missing; may take minutes. */
  install(agent: string, { reinstall, signal }: Abortable & { reinstall?: boolean } = {}): Promise<void> {
    const body = reinstall === undefined ? {} : { reinstall };
    return this.#http.empty('POST /v1/agents/:agent/install', { path: { agent }, body }, { signal });
  }
}
