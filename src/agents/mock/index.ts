import { createRequire } from 'node:module';
import type { Agent, Translator } from '../agent.js';
import { programAt, versionOf } from '../program.js';
import { MockConnection } from './connection.js';
import { translator } from './translate.js';

/** A real agent in every respect but the model: a newcomer's first session, the demo, and what load tests drive. */
export const mockAgent: Agent = {
  id: 'mock',
  name: 'Mock',
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
    mcpTools: false,
    streamingDeltas: true,
    itemStarted: true,
    sharedProcess: false,
    steer: true,
    resume: true,
    fork: true,
    mcpServers: false,
  },

  package: null,

  async locate(env) {
    const path = env.GREENROOM_MOCK_BIN || builtIn();
    return path === null ? null : programAt(path);
  },
  version: versionOf,
  credentialsAvailable: () => true,

  open: () => ({
    connect: (context) => new MockConnection(context),
    modes: async () => [
      { id: 'build', name: 'Build', description: 'Does what it is told' },
      { id: 'plan', name: 'Plan', description: 'Makes plans and refuses to use tools' },
    ],
    models: async () => ({
      models: [
        { id: 'mock-1', name: 'Mock 1', variants: ['low', 'medium', 'high'], defaultVariant: 'medium' },
        { id: 'mock-mini', name: 'Mock Mini' },
      ],
      defaultModel: 'mock-1',
    }),
    status: () => null,
    stop: async () => {},
  }),

  translator: translator as Translator<unknown>,
};

/** The program that comes with this package, by the package's own name: found from the sources and from dist. */
function builtIn(): string | null {
  try {
    return createRequire(import.meta.url).resolve('greenroom/mock-agent');
  } catch {
    return null;
  }
}
