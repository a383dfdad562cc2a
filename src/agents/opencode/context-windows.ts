import { z } from 'zod';

/** Only what is needed is read, as the answer holds the keys of all providers. */
const Providers = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      models: z.record(z.string(), z.object({ limit: z.object({ context: z.number() }).nullish() })),
    }),
  ),
});

/** How long events may be held back for the answer. */
const READ_MS = 5_000;

/** The sizes of the models' context windows. A model is looked up once, when it first answers. */
export class ContextWindows {
  readonly #get: (path: string, ms: number) => Promise<unknown>;
  readonly #asked = new Set<string>();

  constructor(get: (path: string, ms: number) => Promise<unknown>) {
    this.#get = get;
  }

  isAsked(model: string): boolean {
    return this.#asked.has(model);
  }

  /** In tokens; null if it cannot be told. */
  async of(model: string): Promise<number | null> {
    this.#asked.add(model);
    try {
      const { providers } = Providers.parse(await this.#get('/config/providers', READ_MS));
      const [provider = '', ...rest] = model.split('/');
      const tokens = providers.find(({ id }) => id === provider)?.models[rest.join('/')]?.limit?.context;
      // A model without a known limit has 0.
      return Number.isInteger(tokens) && tokens! > 0 ? tokens! : null;
    } catch {
      return null;
    }
  }
}
