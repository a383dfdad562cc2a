import { createRequire } from 'node:module';
import type { Agent, Translator } from '../agent.js';
import { installedBinary } from '../package.js';
import { locateProgram, versionOf } from '../program.js';
import { hasCredentials } from './credentials.js';
import { listModels } from './models.js';
import { codexPackage } from './package.js';
import { CodexServers } from './servers.js';
import { translator } from './translate.js';

/** Codex: one `codex app-server` for all sessions, each a thread of it. */
export const codexAgent: Agent = {
  id: 'codex',
  name: 'Codex',
  echoesUser: true,
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  capabilities: {
    planMode: true,
    permissions: true,
    questions: true,
    toolCalls: true,
    toolResults: true,
    textMessages: true,
    images: true,
    fileAttachments: true,
    sessionLifecycle: true,
    errorEvents: true,
    reasoning: true,
    status: true,
    commandExecution: true,
    fileChanges: true,
    mcpTools: true,
    streamingDeltas: true,
    itemStarted: true,
    sharedProcess: true,
    steer: true,
    resume: true,
    fork: true,
    mcpServers: true,
  },
  package: codexPackage,

  locate: (env, dataFolder) =>
    locateProgram({
      named: env.GREENROOM_CODEX_BIN,
      installed: installedBinary('codex', codexPackage, dataFolder),
      command: 'codex',
      env,
    }),
  version: versionOf,
  credentialsAvailable: hasCredentials,

  open: (ground) => {
    const servers = new CodexServers(ground, ownVersion());
    return {
      connect: (context) => servers.connect(context),
      modes: async () => [
        {
          id: 'build',
          name: 'Build',
          description: 'Does the work, and asks where the permission mode says so',
        },
        { id: 'plan', name: 'Plan', description: 'Reads, asks questions and proposes a plan' },
      ],
      models: () => listModels(servers.shared),
      status: () => servers.status,
      stop: () => servers.stop(),
    };
  },

  translator: translator as Translator<unknown>,
};

function ownVersion(): string {
  const { version } = createRequire(import.meta.url)('greenroom/package.json') as { version: string };
  return version;
}
