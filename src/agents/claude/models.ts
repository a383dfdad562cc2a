import { z } from 'zod';
import type { AgentModelsResponse } from '../../schema/index.js';
import type { AgentDeps, AgentProcess } from '../agent.js';
import { describeExit } from '../kit/exits.js';
import { ControlRequests } from './control.js';
import { parser } from './native.js';

const InitializeResponse = z.object({
  models: z.array(
    z.object({
      value: z.string(),
      resolvedModel: z.string().nullish(),
      displayName: z.string().nullish(),
      supportedEffortLevels: z.array(z.string()).nullish(),
    }),
  ),
});

/** How long a list is cached: it changes only with the user's account, and fetching it takes a process. */
const CACHE_MS = 5 * 60_000;
const HANDSHAKE_MS = 30_000;

/** The models that the CLI offers. They are part of its handshake, so a process is started to get them. */
export class ModelList {
  readonly #deps: AgentDeps;
  #cached: { path: string; at: number; models: AgentModelsResponse } | null = null;
  #pending: Promise<AgentModelsResponse> | null = null;
  #process: AgentProcess | null = null;

  constructor(deps: AgentDeps) {
    this.#deps = deps;
  }

  /** Concurrent calls share one process. */
  get(): Promise<AgentModelsResponse> {
    this.#pending ??= this.#load().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async #load(): Promise<AgentModelsResponse> {
    const { command, args, path } = await this.#deps.program();
    const cached = this.#cached;
    if (cached?.path === path && Date.now() - cached.at < CACHE_MS) return cached.models;
    const models = modelsIn(await this.#handshake(command, args));
    this.#cached = { path, at: Date.now(), models };
    return models;
  }

  async #handshake(command: string, args: string[]): Promise<unknown> {
    const process = this.#deps.spawn('agent:claude.models', {
      command,
      args: [...args, '-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      onLine: (line) => onLine(line, control),
    });
    this.#process = process;
    const control = new ControlRequests((line) => process.write(JSON.stringify(line)));
    void process.exited.then((exit) =>
      control.close(new Error(`Claude exited before it responded: ${describeExit(exit)}`)),
    );
    try {
      return await control.request('initialize', HANDSHAKE_MS);
    } finally {
      process.endInput();
      await process.stop();
      this.#process = null;
    }
  }
}

function onLine(line: string, control: ControlRequests): void {
  const parsed = parser.parse(line);
  if (parsed.ok && parsed.name === 'control_response') control.onResponse(parsed.message.response);
}

/** The CLI's aliases, then the models that they currently resolve to: the CLI accepts both. */
function modelsIn(response: unknown): AgentModelsResponse {
  const models = new Map<string, AgentModelsResponse['models'][number]>();
  const offered = InitializeResponse.parse(response).models;
  for (const { value, displayName, supportedEffortLevels } of offered) {
    models.set(value, { id: value, name: displayName ?? null, variants: supportedEffortLevels ?? [] });
  }
  for (const { resolvedModel, supportedEffortLevels } of offered) {
    if (resolvedModel == null || models.has(resolvedModel)) continue;
    models.set(resolvedModel, { id: resolvedModel, name: null, variants: supportedEffortLevels ?? [] });
  }
  const defaultModel = models.has('default') ? 'default' : (offered[0]?.value ?? null);
  return { models: [...models.values()], defaultModel };
}
