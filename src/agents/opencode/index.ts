import type { AgentDeps, AgentRuntime } from '../agent.js';
import { defineAgent } from '../kit/define-agent.js';
import { SharedServers, serverKey } from '../kit/shared-servers.js';
import { serverEnvironment } from './configuration.js';
import { OpenCodeConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { listModels, listModes } from './models.js';
import { openCodePackage } from './package.js';
import { OpenCodeServer } from './server.js';
import { translator } from './translate.js';

/** OpenCode: sessions share `opencode serve` processes. */
export const openCodeAgent = defineAgent({
  id: 'opencode',
  name: 'OpenCode',
  package: openCodePackage,
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  sharesProcess: true,
  echoesUser: true,
  hasCredentials,
  open,
  translator,
});

function open(deps: AgentDeps): AgentRuntime {
  const servers = new SharedServers(
    'opencode',
    ({ env, mcp }, name) =>
      new OpenCodeServer({
        program: () => deps.program(),
        spawn: (options) => {
          const configuration = serverEnvironment({ ...deps.env, ...env }, mcp);
          return deps.spawn(name, { ...options, env: { ...env, ...configuration, ...options.env } });
        },
      }),
  );
  return {
    connect(context) {
      // MCP servers are configured for the process, so they are part of its key.
      const { server, release } = servers.lease(serverKey(context, context.mcp));
      return new OpenCodeConnection(context, server, { release });
    },
    modes: () => servers.withServer(listModes),
    models: () => servers.withServer(listModels),
    status: () => servers.status,
    stop: () => servers.stop(),
  };
}
