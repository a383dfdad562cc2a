import { createRequire } from 'node:module';
import { defineAgent } from '../kit/define-agent.js';
import { programAt } from '../kit/program.js';
import { MockConnection } from './connection.js';
import { folderPlaces } from './folder.js';
import { needs } from './needs.js';
import { translator } from './translate.js';

/** A complete agent without a model: for first steps, demos and load tests. */
export const mockAgent = defineAgent({
  id: 'mock',
  name: 'Mock',
  package: null,
  locate: async () => {
    const path = builtInProgram();
    return path === null ? null : programAt(path);
  },
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  lacks: ['mcpTools', 'mcpServers'],
  hasCredentials: () => true,
  needs,
  folder: folderPlaces,

  open: () => ({
    connect: (context) => new MockConnection(context),
    modes: async () => [
      { id: 'build', name: 'Build', description: 'Follows instructions' },
      { id: 'plan', name: 'Plan', description: 'Makes plans without using tools' },
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

  translator,
});

/** Resolved by the package's own name, which works from the sources and from dist. */
function builtInProgram(): string | null {
  try {
    return createRequire(import.meta.url).resolve('greenroom/mock-agent');
  } catch {
    return null;
  }
}
