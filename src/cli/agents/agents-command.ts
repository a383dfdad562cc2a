import { Command } from 'commander';
import { defaultDataFolder } from '../data/data-folder.js';

export interface AgentsFlags {
  data: string;
  json?: true;
}

export interface InstallFlags {
  data: string;
  reinstall?: true;
}

const EXAMPLES = `
Examples:
  $ greenroom agents                             list all agents
  $ greenroom agents --json                      list them as JSON
  $ greenroom agents install claude codex        install two agents in their tested versions
`;

const INSTALL_EXAMPLES = `
Examples:
  $ greenroom agents install claude              install into the data folder
  $ greenroom agents install codex --reinstall   repair a damaged installation

Greenroom looks for an agent at GREENROOM_<AGENT>_BIN, then in the data folder, then on PATH.
`;

export function agentsCommand(): Command {
  return new Command('agents')
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', EXAMPLES)
    .addCommand(installCommand())
    .action(async (flags: AgentsFlags) => (await import('./list-agents.js')).listAgents(flags));
}

function installCommand(): Command {
  return new Command('install')
    .description('Install agents into the data folder with npm.')
    .argument('<agent...>', 'such as claude or codex; all are listed by: greenroom agents')
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .option('--reinstall', 'reinstall even if already installed')
    .addHelpText('after', INSTALL_EXAMPLES)
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { installAgents } = await import('./install-agents.js');
      await installAgents(ids, command.optsWithGlobals());
    });
}
