import { Command } from 'commander';

export interface ReplayFlags {
  json?: true;
  against?: string;
  update?: true;
}

const MORE_HELP = `
Runs what an agent sent through the translation of this version, and shows the events and how they differ from the recorded
ones. The exit code is 0 if nothing differs, and 1 otherwise.

--against compares the messages of the agent with those of another version of it: a recording, or the version of an
agent whose recordings are in fixtures/recordings. One translation serves all tested versions, so a difference there is
one of the agent's protocol.

Examples:
  $ greenroom replay my-session.greenroom.ndjson
  $ greenroom replay my-session.greenroom.ndjson --json | jq .type
  $ greenroom replay new.greenroom.ndjson --against old.greenroom.ndjson
  $ greenroom replay fixture.ndjson --update         accept what this version makes of it
`;

export function replayCommand(): Command {
  return new Command('replay')
    .argument('<file>', 'recording that greenroom record has written')
    .option('--json', 'print the events as JSON lines, then the differences')
    .option('--against <version|file>', "compare the agent's messages with those of another version")
    .option('--update', 'replace the recorded events in the file by those of this version')
    .addHelpText('after', MORE_HELP)
    .action(async (file: string, flags: ReplayFlags) => (await import('./replay.js')).replay(file, flags));
}
