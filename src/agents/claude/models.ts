import { z } from 'zod';
import type { AgentModelsResponse } from '../../schema/index.js';
import type { AgentGround, AgentProcess } from '../agent.js';
import { type ControlAnswer, ControlRequests } from './control.js';

const Answer = z.object({
  models: z.array(
    z.object({
      value: z.string(),
      resolvedModel: z.string().nullish(),
      displayName: z.string().nullish(),
      supportedEffortLevels: z.array(z.string()).nullish(),
    }),
  ),
});

/** How long a list is good for: it changes with the user's account, and costs a process. */
const FRESH_MS = 5 * 60_000;
const HANDSHAKE_MS = 30_000;

/** The models that the CLI offers. It says so when it is greeted, so one is started to be greeted, and ended again. */
export class ModelList {
  readonly #ground: AgentGround;
  #known: { path: string; at: number; models: AgentModelsResponse } | null = null;
  #asking: Promise<AgentModelsResponse> | null = null;
  #process: AgentProcess | null = null;

  constructor(ground: AgentGround) {
    this.#ground = ground;
  }

  /** Those who ask at once share one answer. */
  get(): Promise<AgentModelsResponse> {
    this.#asking ??= this.#get().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Nobody waits for an answer any more. */
  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async #get(): Promise<AgentModelsResponse> {
    const { command, args, path } = await this.#ground.program();
    const known = this.#known;
    if (known?.path === path && Date.now() - known.at < FRESH_MS) return known.models;
    const models = modelsIn(await this.#greet(command, args));
    this.#known = { path, at: Date.now(), models };
    return models;
  }

  async #greet(command: string, args: string[]): Promise<unknown> {
    const process = this.#ground.spawn('agent:claude.models', {
      command,
      args: [...args, '-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      onLine: (line) => takeAnswer(line, control),
    });
    this.#process = process;
    const control = new ControlRequests((line) => process.write(JSON.stringify(line)));
    void process.exited.then(({ failure, code, signal }) =>
      control.abandon(
        new Error(`Claude ended before it answered: ${failure ?? signal ?? `exit code ${code}`}`),
      ),
    );
    try {
      return await control.ask('initialize', HANDSHAKE_MS);
    } finally {
      process.endInput();
      await process.stop();
      this.#process = null;
    }
  }
}

function takeAnswer(line: string, control: ControlRequests): void {
  if (!line.includes('"control_response"')) return;
  const { response } = JSON.parse(line) as { response?: ControlAnswer };
  if (response) control.take(response);
}

/** The names that the CLI has for its models, and then the models that those stand for now: it takes both. */
export function modelsIn(answer: unknown): AgentModelsResponse {
  const models = new Map<string, AgentModelsResponse['models'][number]>();
  const told = Answer.parse(answer).models;
  for (const { value, displayName, supportedEffortLevels } of told) {
    models.set(value, { id: value, name: displayName ?? null, variants: supportedEffortLevels ?? [] });
  }
  for (const { resolvedModel, supportedEffortLevels } of told) {
    if (resolvedModel == null || models.has(resolvedModel)) continue;
    models.set(resolvedModel, { id: resolvedModel, name: null, variants: supportedEffortLevels ?? [] });
  }
  const defaultModel = models.has('default') ? 'default' : (told[0]?.value ?? null);
  return { models: [...models.values()], defaultModel };
}
