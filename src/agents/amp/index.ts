import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineAgent } from '../kit/define-agent.js';
import { ampModes, DEFAULT_MODE } from './arguments.js';
import { AmpConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { folderPlaces } from './folder.js';
import { needs } from './needs.js';
import { ampPackage } from './package.js';
import { translator } from './translate.js';

/** Amp: one process per session, on a thread stored by Amp's service. */
export const ampAgent = defineAgent({
  id: 'amp',
  name: 'Amp',
  package: ampPackage,
  // Amp has no plan mode, and its CLI cannot fork a thread.
  permissionModes: ['default', 'acceptEdits', 'bypass'],
  lacks: ['questions', 'status', 'streamingDeltas', 'itemStarted', 'interruptThread', 'fork'],
  skillsFolder: '.agents/skills',
  hasCredentials,
  login: { args: ['login'] },
  needs,
  folder: folderPlaces,
  hiddenEnvironment: ['AMP_THREAD_ID'],

  open: ({ env, stateFolder, logger }) => {
    const folder = join(stateFolder, 'connections');
    // Once per daemon, before the first connection: whatever is in the folder belongs to a daemon that was killed.
    let tidied: Promise<void> | null = null;
    const tidy = () => (tidied ??= rm(folder, { recursive: true, force: true }));
    return {
      connect: (context) => new AmpConnection(context, { env, folder, tidy, logger }),
      modes: async () => [
        { id: DEFAULT_MODE, name: 'Default', description: "Amp's own choice" },
        ...ampModes.map((id) => ({
          id,
          name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
          description: `Amp's mode "${id}": a model, a prompt and tools of its own`,
        })),
      ],
      models: async () => ({
        models: [{ id: 'amp', name: "Amp's choice", variants: [...ampModes] }],
        defaultModel: 'amp',
      }),
      status: () => null,
      stop: async () => {},
    };
  },

  translator,
});
