import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, Translator } from '../agent.js';
import { installedBinary } from '../package.js';
import { locateProgram, versionOf } from '../program.js';
import { DEFAULT_MODE, MODES } from './arguments.js';
import { AmpConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { ampPackage } from './package.js';
import { translator } from './translate.js';

/** Amp: a process a session, on a thread that Amp's service keeps. */
export const ampAgent: Agent = {
  id: 'amp',
  name: 'Amp',
  echoesUser: false,
  // It has no plan mode.
  permissionModes: ['default', 'acceptEdits', 'bypass'],
  capabilities: {
    planMode: false,
    permissions: true,
    questions: false,
    toolCalls: true,
    toolResults: true,
    textMessages: true,
    images: true,
    fileAttachments: true,
    sessionLifecycle: true,
    errorEvents: true,
    reasoning: true,
    status: false,
    commandExecution: true,
    fileChanges: true,
    mcpTools: true,
    streamingDeltas: false,
    itemStarted: false,
    sharedProcess: false,
    steer: true,
    resume: true,
    // Its command line has none.
    fork: false,
    mcpServers: true,
  },
  package: ampPackage,

  locate: (env, dataFolder) =>
    locateProgram({
      named: env.GREENROOM_AMP_BIN,
      installed: installedBinary('amp', ampPackage, dataFolder),
      command: 'amp',
      env,
    }),
  version: versionOf,
  credentialsAvailable: hasCredentials,

  open: ({ env, stateFolder, logger }) => {
    const folder = join(stateFolder, 'connections');
    // Whatever a killed daemon left is of no connection any more.
    let tidied: Promise<void> | null = null;
    const tidy = () => (tidied ??= rm(folder, { recursive: true, force: true }));
    return {
      connect: (context) => new AmpConnection(context, { env, folder, tidy, logger }),
      modes: async () => [
        { id: DEFAULT_MODE, name: 'Default', description: "Amp's own choice" },
        ...MODES.map((id) => ({
          id,
          name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
          description: `Amp's mode "${id}": a model, a prompt and tools of its own`,
        })),
      ],
      models: async () => ({
        models: [{ id: 'amp', name: "Amp's choice", variants: [...MODES] }],
        defaultModel: 'amp',
      }),
      status: () => null,
      stop: async () => {},
    };
  },

  translator: translator as Translator<unknown>,
};
