import { Command } from 'commander';
import { defaultDataFolder } from '../data/data-folder.js';

export interface AgentsFlags {
  data: string;
  json?: true;
}

export interface LoginFlags {
  data: string;
}

export interface AddFlags {
  data: string;
  config?: string;
  registry?: string;
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
  $ greenroom agents login claude                log in to its provider
  $ greenroom agents add gemini                  declare another agent, which speaks ACP
`;

const INSTALL_EXAMPLES = `
Examples:
  $ greenroom agents install claude              install into the data folder
  $ greenroom agents install codex --reinstall   repair a damaged installation

Greenroom looks for an agent at GREENROOM_<AGENT>_BIN, then in the data folder, then on PATH.
`;

const ADD_HELP = `
Declares an agent in greenroom.json in the data folder, or in the file that --config names. These are known:
  gemini, qwen, copilot, opencode-acp, cline, droid, auggie, qoder, kimi
Any other needs its program after --, or a file of the ACP registry. A running daemon takes it when it is restarted.

Examples:
  $ greenroom agents add gemini
  $ greenroom agents add mine -- my-agent --acp
  $ greenroom agents add goose --registry registry.json
`;

const REMOVE_EXAMPLES = `
Examples:
  $ greenroom agents remove gemini
`;

const LOGIN_HELP = `
Runs the agent's own login in this terminal, with the program that Greenroom uses for its sessions. What follows -- is
passed on to it. The exit code is that of the login.

Examples:
  $ greenroom agents login claude
  $ greenroom agents login codex -- --device-auth
`;

export function agentsCommand(): Command {
  return new Command('agents')
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', EXAMPLES)
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addCommand(installCommand())
    .addCommand(loginCommand())
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

function loginCommand(): Command {
  return new Command('login')
    .description("Log in to an agent's provider.")
    .argument('<agent>', 'such as claude or codex')
    .argument('[arguments...]', "more arguments for the agent's own login")
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .addHelpText('after', LOGIN_HELP)
    .action(async (agent: string, more: string[], _: unknown, command: Command) => {
      const { logIn } = await import('./login.js');
      await logIn(agent, more, command.optsWithGlobals());
    });
}

function addCommand(): Command {
  return new Command('add')
    .description('Declare an agent that speaks the Agent Client Protocol.')
    .argument('<agent>', 'its id, such as gemini')
    .argument('[command...]', 'its program with arguments, after --')
    .option('--data <folder>', 'data folder of the daemon', defaultDataFolder())
    .option('--config <file>', 'configuration file, instead of greenroom.json in the data folder')
    .option('--registry <file>', 'file of the ACP registry that describes it')
    .addHelpText('after', ADD_HELP)
    .action(async (id: string, program: string[], _: unknown, command: Command) => {
      const { addAgent } = await import('./add-agent.js');
      await addAgent(id, program, command.optsWithGlobals());
    });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Remove the declaration of an agent.')
    .argument('<agent>', 'its id')
    .option('--data <folder>', 'data folder of the daemon', defaultDataFolder())
    .option('--config <file>', 'configuration file, instead of greenroom.json in the data folder')
    .addHelpText('after', REMOVE_EXAMPLES)
    .action(async (id: string, _: unknown, command: Command) => {
      const { removeAgent } = await import('./add-agent.js');
      await removeAgent(id, command.optsWithGlobals());
    });
}
