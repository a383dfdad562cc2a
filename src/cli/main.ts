#!/usr/bin/env node
import { type Closing, closedPipes } from './closed-pipes.js';
import { reportError } from './errors.js';
import { buildProgram, nameIn } from './program.js';

const args = process.argv.slice(2);
const name = nameIn(args);
// A daemon outlives the reader of its banner, and says with a stack trace why it crashed.
const isDaemon = name === 'server';
closedPipes((isDaemon ? 'ignore' : 'exit') satisfies Closing);
const isVerbose = () => args.includes('-v') || args.includes('--verbose');
if (!isDaemon)
  process.on('uncaughtException', (error) => {
    reportError(error, isVerbose());
    process.exit();
  });

try {
  if (args.length === 0) await (await import('./daemon/welcome.js')).welcome();
  else await (await buildProgram(args)).parseAsync();
} catch (error) {
  reportError(error, isVerbose());
}
