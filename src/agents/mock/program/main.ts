#!/usr/bin/env node
import { parseCommand } from './command.js';
import { readLines } from './lines.js';
import { Memory } from './memory.js';
import { readOptions, VERSION } from './options.js';
import { Output } from './output.js';
import { Session } from './session.js';

// This folder imports only Node's own modules: hundreds of these programs must start quickly.

let loading: Promise<typeof import('./match.js')> | undefined;

const options = readOptions(process.argv.slice(2));
if (options.version) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const session = new Session(options, new Memory(options), new Output(process.stdout));

  // Lines are handled in order, even while the scenarios are loading.
  let handled = Promise.resolve();
  readLines(process.stdin, (line) => {
    handled = handled.then(() => handleLine(session, line));
  });
  process.stdin.once('end', () => void handled.then(() => session.exit(0)));
  // Nobody reads the output any more.
  process.stdout.on('error', () => session.exitNow(0));
  process.on('SIGTERM', () => session.exitNow(143));
}

async function handleLine(session: Session, line: string): Promise<void> {
  const parsed = parseCommand(line);
  if (!parsed.ok) {
    session.sendError('bad_input', parsed.error);
  } else if (parsed.command.type === 'hello') {
    session.hello();
    void scenarios();
  } else {
    session.handle(parsed.command, (await scenarios()).match);
  }
}

/** Loaded after the handshake response, which makes the start-up considerably shorter. */
function scenarios(): Promise<typeof import('./match.js')> {
  loading ??= import('./match.js');
  return loading;
}
