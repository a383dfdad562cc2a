import { defineAgent } from '../kit/define-agent.js';
import { ClaudeConnection } from './connection.js';
import { hasCredentials } from './credentials.js';
import { folderPlaces } from './folder.js';
import { hiddenEnvironment } from './hidden-environment.js';
import { ModelList } from './models.js';
import { needs } from './needs.js';
import { claudePackage } from './package.js';
import { translator } from './translate.js';

/** Claude Code: one process per session, driven as its own SDK drives it. */
export const claudeAgent = defineAgent({
  id: 'claude',
  name: 'Claude Code',
  package: claudePackage,
  permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
  skillsFolder: '.claude/skills',
  hasCredentials,
  login: { args: ['auth', 'login'], status: ['auth', 'status'] },
  needs,
  folder: folderPlaces,
  hiddenEnvironment,

  open: (deps) => {
    const models = new ModelList(deps);
    return {
      connect: (context) => new ClaudeConnection(context),
      modes: async () => [
        {
          id: 'default',
          name: 'Default',
          description: 'Does the work; asks as the permission mode says',
        },
        { id: 'plan', name: 'Plan', description: 'Reads, makes a plan and asks before carrying it out' },
      ],
      models: () => models.get(),
      status: () => null,
      stop: () => models.stop(),
    };
  },

  translator,
});
