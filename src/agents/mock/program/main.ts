#!/usr/bin/env node
import { parseCommand } from './command.js';
import { readLines } from './lines.js';
import { Memory } from './memory.js';
import { readOptions, version } from './options.js';
import { Output } from './output.js';
import { Session } from './session.js';

// Only node's own modules are imported in this folder: the program must be up at once, hundreds of times over.

let loading: Promise<typeof import('./match.js')> | undefined;

const options = readOptions(process.argv.slice(2));
if (options.version) {
  process.stdout.write(`${version}\n`);
} else {
  const session = new Session(options, new Memory(options), new Output(process.stdout));

  // One line after the other, also while the scenarios are loaded.
  let last = Promise.resolve();
  readLines(process.stdin, (line) => {
    last = last.then(() => take(session, line));
  });
  process.stdin.once('end', () => void last.then(() => session.exit(0)));
  // The reader is gone, and with it all that this process is for.
  process.stdout.on('error', () => session.die(0));
  process.on('SIGTERM', () => session.die(143));
}

async function take(session: Session, line: string): Promise<void> {
  const parsed = parseCommand(line);
  if (!parsed.ok) {
    session.complain('bad_input', parsed.error);
  } else if (parsed.command.type === 'hello') {
    session.hello();
    void scenarios();
  } else {
    session.take(parsed.command, (await scenarios()).match);
  }
}

/** Loaded once the handshake is answered: a good part of the start-up that nobody then waits for. */
function scenarios(): Promise<typeof import('./match.js')> {
  loading ??= import('./match.js');
  return loading;
}
