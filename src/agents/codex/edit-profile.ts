import { z } from 'zod';
import { guardedNames } from '../kit/guarded-files.js';
import { RpcError } from '../kit/json-rpc.js';
import type { CodexServer } from './server.js';

/**
 * A permission profile for sessions that accept edits: Codex's own sandbox for the session's folder, in which the files
 * that set the rules of agents are read-only. Codex then asks before it edits them, and a command cannot either. Its
 * profiles have no pattern for files at any depth, so this covers those at the top of the folder.
 */
export const EDIT_PROFILE = 'greenroom-edits';

export const profileConfig = {
  permissions: {
    [EDIT_PROFILE]: {
      extends: ':workspace',
      filesystem: {
        ':workspace_roots': Object.fromEntries(guardedNames.map((name) => [name, 'read'])),
      },
    },
  },
};

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Asks whether the program has profiles: it ignores parameters that it does not know. */
export async function hasProfiles(server: Pick<CodexServer, 'request'>): Promise<boolean> {
  try {
    const { data } = Listed.parse(await server.request('permissionProfile/list', {}));
    return data.some(({ id }) => id === ':workspace');
  } catch (error) {
    if (error instanceof RpcError || error instanceof z.ZodError) return false;
    throw error;
  }
}
