import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import type { LoginFlags } from './agents-command.js';
import { agentNamed } from './known-agents.js';
import { environmentOf, requireProgram } from './program-of.js';

/** Runs an agent's own login in this terminal. */
export async function logIn(id: string, more: readonly string[], { data }: LoginFlags): Promise<void> {
  const agent = await agentNamed(id, data);
  const { login } = agent;
  if (login === undefined) return console.log(`${agent.name} needs no login.`);
  const { command, args } = await requireProgram(agent, data);
  const child = spawn(command, [...args, ...login.args, ...more], {
    stdio: 'inherit',
    env: environmentOf(agent, process.env),
  });
  // Ctrl-C is for the login, which gets it from the terminal.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    process.exitCode = code ?? 128 + constants.signals[signal!];
    if (code === 0) console.log(`${paint('green', '✓')} ${agent.name}: the login has ended`);
  } catch (error) {
    throw new UsageError(`${command} cannot be run: ${(error as Error).message}`);
  } finally {
    process.off('SIGINT', ignore);
  }
}
