import type { AgentDeps, AgentRuntime } from '../agent.js';
import { defineAgent } from '../kit/define-agent.js';
import { SharedServers, serverKey } from '../kit/shared-servers.js';
import { serverEnvironment, type Untrusted } from './configuration.js';
import { OpenCodeConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { folderPlaces } from './folder.js';
import { withoutFolder } from './folder-trust.js';
import { listModels, listModes } from './models.js';
import { needs } from './needs.js';
import { openCodePackage } from './package.js';
import { OpenCodeServer } from './server.js';
import { ToolShell } from './tool-shell.js';
import { translator } from './translate.js';

/** OpenCode: sessions share `opencode serve` processes. */
export const openCodeAgent = defineAgent({
  id: 'opencode',
  name: 'OpenCode',
  package: openCodePackage,
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  sharesProcess: true,
  echoesUser: true,
  skillsFolder: '.opencode/skills',
  hasCredentials,
  login: { args: ['auth', 'login'] },
  needs,
  folder: folderPlaces,
  open,
  translator,
});

function open(deps: AgentDeps): AgentRuntime {
  const servers = new SharedServers('opencode', ({ env, mcp, directory, trust }, name) => {
    const all = { ...deps.env, ...env };
    let untrusted: Untrusted | null = null;
    const shell = new ToolShell(deps.stateFolder, all.SHELL, deps.isIsolated);
    return new OpenCodeServer({
      program: async () => {
        await shell.write();
        if (trust?.isTrusted === false) untrusted = await withoutFolder(directory, all);
        return deps.program();
      },
      spawn: (options) =>
        deps.spawn(name, {
          ...options,
          env: { ...env, ...serverEnvironment(all, mcp, shell.path, untrusted), ...options.env },
          files: [shell.path],
          ...(directory === '' ? {} : { directory }),
        }),
    });
  });
  return {
    connect(context) {
      // MCP servers are configured for the process, so they are part of its key.
      const { server, name, release } = servers.lease(serverKey(context, context.mcp));
      const share = async (paths: string[]) => context.share?.(name, paths);
      return new OpenCodeConnection(context, server, { release, share });
    },
    modes: () => servers.withServer(listModes),
    models: () => servers.withServer(listModels),
    status: () => servers.status,
    stop: () => servers.stop(),
  };
}
