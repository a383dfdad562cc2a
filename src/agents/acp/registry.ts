import { z } from 'zod';
import type { DeclaredAgent } from '../../schema/index.js';
import { presetOf } from './presets.js';

/** An entry of the registry of agents that speak the Agent Client Protocol. */
const Entry = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullish(),
  description: z.string().nullish(),
  distribution: z.object({
    npx: z
      .object({
        package: z.string(),
        args: z.array(z.string()).nullish(),
        env: z.record(z.string(), z.string()).nullish(),
      })
      .nullish(),
    uvx: z
      .object({
        package: z.string(),
        args: z.array(z.string()).nullish(),
        env: z.record(z.string(), z.string()).nullish(),
      })
      .nullish(),
    binary: z
      .record(
        z.string(),
        z.object({
          cmd: z.string(),
          args: z.array(z.string()).nullish(),
          env: z.record(z.string(), z.string()).nullish(),
        }),
      )
      .nullish(),
  }),
});
export type RegistryEntry = z.infer<typeof Entry>;

/** A file of the registry, or a list of its entries. */
export const Registry = z.union([
  z.object({ agents: z.array(Entry) }).transform(({ agents }) => agents),
  z.array(Entry),
  Entry.transform((entry) => [entry]),
]);

/** How an agent of the registry is declared: as we know it, else as the registry says that it is started. */
export function declarationOf({ id, name, distribution }: RegistryEntry): DeclaredAgent | null {
  const { npx, uvx, binary } = distribution;
  const preset = presetOf(id);
  const started = (command: string[], env: Record<string, string> | null | undefined): DeclaredAgent => ({
    protocol: 'acp',
    name,
    command,
    ...(env && Object.keys(env).length > 0 ? { env } : {}),
  });
  if (preset) return { ...preset, ...(npx && preset.package ? { package: npx.package } : {}) };
  if (npx) return started(['npx', '--yes', npx.package, ...(npx.args ?? [])], npx.env);
  if (uvx) return started(['uvx', uvx.package, ...(uvx.args ?? [])], uvx.env);
  // The archive of a binary is not fetched: whoever has installed it has its command on PATH.
  const [any] = Object.values(binary ?? {});
  if (!any) return null;
  return started([any.cmd.replace(/^\.\//, '').split('/').at(-1)!, ...(any.args ?? [])], any.env);
}
