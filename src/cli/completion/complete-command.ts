import { Command } from 'commander';

/** For the scripts of shells: what the last of these words may become, one candidate a line. */
export function completeCommand(): Command {
  return new Command('complete')
    .argument('[words...]', 'what is on the command line so far, after greenroom')
    .addHelpText('after', '\nExamples:\n  $ greenroom complete -- st\n')
    .action(async (words: string[], _: object, command: Command) =>
      (await import('./complete.js')).complete(words, command.parent!),
    );
}
