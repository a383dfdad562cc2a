import { Argument, Command } from 'commander';

const MORE_HELP = `
Commands, options, agents and the ids of sessions are completed. The script asks greenroom itself, so it need not be
renewed with the program.

Examples:
  $ greenroom completion bash >> ~/.bashrc
  $ greenroom completion zsh > "\${fpath[1]}/_greenroom"
  $ greenroom completion fish > ~/.config/fish/completions/greenroom.fish
  $ source <(greenroom completion bash)                     only in this shell
`;

export function completionCommand(): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', MORE_HELP)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { scripts } = await import('./scripts.js');
      process.stdout.write(scripts[shell]);
    });
}
