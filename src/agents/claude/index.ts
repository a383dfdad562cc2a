import type { Agent, Translator } from '../agent.js';
import { installedBinary } from '../package.js';
import { locateProgram, versionOf } from '../program.js';
import { ClaudeConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { ModelList } from './models.js';
import { claudePackage } from './package.js';
import { translator } from './translate.js';

/** Claude Code: a process a session, which is spoken to as its own SDK does. */
export const claudeAgent: Agent = {
  id: 'claude',
  name: 'Claude Code',
  echoesUser: false,
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
    sharedProcess: false,
    steer: true,
    resume: true,
    fork: true,
    mcpServers: true,
  },
  package: claudePackage,

  locate: (env, dataFolder) =>
    locateProgram({
      named: env.GREENROOM_CLAUDE_BIN,
      installed: installedBinary('claude', claudePackage, dataFolder),
      command: 'claude',
      env,
    }),
  version: versionOf,
  credentialsAvailable: hasCredentials,

  open: (ground) => {
    const models = new ModelList(ground);
    return {
      connect: (context) => new ClaudeConnection(context),
      modes: async () => [
        {
          id: 'default',
          name: 'Default',
          description: 'Does the work, and asks where the permission mode says so',
        },
        { id: 'plan', name: 'Plan', description: 'Reads, makes a plan, and asks before it begins' },
      ],
      models: () => models.get(),
      status: () => null,
      stop: () => models.stop(),
    };
  },

  translator: translator as Translator<unknown>,
};
