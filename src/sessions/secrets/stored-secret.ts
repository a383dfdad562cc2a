import { z } from 'zod';
import { EnvReference, McpServerConfig } from '../../schema/index.js';
import { Place } from './place.js';

/** A value that Greenroom was given as a secret: only its place is stored, and its ciphertext if the daemon has a key. */
export const StoredSecret = z.object({ place: Place, sealed: z.string().nullable() });
export type StoredSecret = z.infer<typeof StoredSecret>;

/** The variables and MCP servers of a session, without any secret. */
export const StoredVariables = z.object({
  /** The reference of each variable; null if its value is one of the secrets. */
  env: z.record(z.string(), EnvReference.nullable()),
  /** As requested, with blanks in place of secrets. */
  mcp: z.record(z.string(), McpServerConfig).default({}),
  secrets: z.array(StoredSecret).default([]),
});
export type StoredVariables = z.infer<typeof StoredVariables>;
