import { createRequire } from 'node:module';
import type { AgentDeps, AgentRuntime } from '../agent.js';
import { defineAgent } from '../kit/define-agent.js';
import { FirstAlone } from '../kit/first-alone.js';
import { SharedServers, serverKey } from '../kit/shared-servers.js';
import { CodexConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { folderPlaces } from './folder.js';
import { listModels } from './models.js';
import { missingMode, modes } from './modes.js';
import { needs } from './needs.js';
import { codexPackage } from './package.js';
import { isPlanning } from './policy.js';
import { CodexServer } from './server.js';
import { translator } from './translate.js';

/** Codex: sessions are threads of shared `codex app-server` processes. */
export const codexAgent = defineAgent({
  id: 'codex',
  name: 'Codex',
  package: codexPackage,
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  sharesProcess: true,
  echoesUser: true,
  skillsFolder: '.agents/skills',
  hasCredentials,
  login: { args: ['login'], status: ['login', 'status'] },
  needs,
  folder: folderPlaces,
  open,
  translator,
});

function open(deps: AgentDeps): AgentRuntime {
  const clientVersion = ownVersion();
  const startGates = new Map<string | undefined, FirstAlone>();
  const startGateOf = (home: string | undefined) => {
    const gate = startGates.get(home) ?? new FirstAlone();
    startGates.set(home, gate);
    return gate;
  };
  const servers = new SharedServers(
    'codex',
    ({ env, directory }, name) =>
      new CodexServer({
        program: () => deps.program(),
        spawn: (options) => deps.spawn(name, { ...options, env, ...(directory === '' ? {} : { directory }) }),
        startGate: startGateOf(env.CODEX_HOME ?? env.HOME),
        clientVersion,
      }),
  );
  return {
    connect(context) {
      const { server, name, release } = servers.lease(serverKey(context));
      const share = async (paths: string[]) => context.share?.(name, paths);
      return new CodexConnection(context, server, { release, share });
    },
    modes: async () => modes,
    models: () => servers.withServer(listModels),
    missingMode: async (settings) =>
      isPlanning(settings) ? servers.withServer((server) => missingMode(settings, server)) : null,
    status: () => servers.status,
    stop: () => servers.stop(),
  };
}

function ownVersion(): string {
  const { version } = createRequire(import.meta.url)('greenroom/package.json') as { version: string };
  return version;
}
