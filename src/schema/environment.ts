import { z } from 'zod';

/** A variable of the daemon's environment, read whenever the agent starts. */
export const EnvReference = z
  .object({ fromEnv: z.string().min(1).describe("A variable of the daemon's environment") })
  .meta({ id: 'EnvReference' });
export type EnvReference = z.infer<typeof EnvReference>;

/** The variables of a session: values, which are secrets, and references, which are not. */
export const Environment = z.record(z.string(), z.union([z.string(), EnvReference]));
export type Environment = z.infer<typeof Environment>;

/** Changes of a session's variables; null removes one, and those that are not named stay. */
export const EnvironmentChanges = z.record(z.string(), z.union([z.string(), EnvReference, z.null()]));
export type EnvironmentChanges = z.infer<typeof EnvironmentChanges>;
