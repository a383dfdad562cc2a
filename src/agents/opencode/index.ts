import type { AgentDeps, AgentRuntime } from '../agent.js';
import { defineAgent } from '../kit/define-agent.js';
import { SharedServers, serverKey } from '../kit/shared-servers.js';
import { serverEnvironment } from './configuration.js';
import { OpenCodeConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
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
  needs,
  open,
  translator,
});

function open(deps: AgentDeps): AgentRuntime {
  const servers = new SharedServers('opencode', ({ env, mcp, directory }, name) => {
    const all = { ...deps.env, ...env };
    const shell = new ToolShell(deps.stateFolder, all.SHELL, deps.isIsolated);
    return new OpenCodeServer({
      program: async () => {
        await shell.write();
        return deps.program();
      },
      spawn: (options) =>
        deps.spawn(name, {
          ...options,
          env: { ...env, ...serverEnvironment(all, mcp, shell.path), ...options.env },
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
