import type { Agent, Translator } from '../agent.js';
import { installedBinary } from '../package.js';
import { locateProgram, versionOf } from '../program.js';
import { hasCredentials } from './credentials.js';
import { listModels, listModes } from './models.js';
import { openCodePackage } from './package.js';
import { OpenCodeServers } from './servers.js';
import { translator } from './translate.js';

/** OpenCode: one `opencode serve` for all sessions, each a session of it. */
export const openCodeAgent: Agent = {
  id: 'opencode',
  name: 'OpenCode',
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
  package: openCodePackage,

  locate: (env, dataFolder) =>
    locateProgram({
      named: env.GREENROOM_OPENCODE_BIN,
      installed: installedBinary('opencode', openCodePackage, dataFolder),
      command: 'opencode',
      env,
    }),
  version: versionOf,
  credentialsAvailable: hasCredentials,

  open: (ground) => {
    const servers = new OpenCodeServers(ground);
    return {
      connect: (context) => servers.connect(context),
      modes: () => listModes(servers.shared),
      models: () => listModels(servers.shared),
      status: () => servers.status,
      stop: () => servers.stop(),
    };
  },

  translator: translator as Translator<unknown>,
};
