import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { natural } from '../numbers.js';
import type { Turn } from '../turn.js';

/** Exits in the middle of a message. */
export async function crash(turn: Turn, rest: string): Promise<void> {
  const code = rest === '' ? 1 : natural(rest);
  if (!(code <= 255)) return turn.say('usage: crash CODE');
  const message = turn.id('msg');
  turn.send({ type: 'message_start', message });
  turn.send({ type: 'message_delta', message, text: 'This sentence has no ' });
  process.stderr.write(`mock: crashing with code ${code}\n`);
  await turn.session.exit(code);
}

/** Stops reading and writing and ignores all signals but SIGKILL. Does so before the message is sent, for tests. */
export async function hang(turn: Turn): Promise<void> {
  process.stdin.removeAllListeners().pause();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal).on(signal, () => {});
  }
  turn.say('hanging');
  await turn.session.output.flushed();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Starts a process in its own session, which outlives this one. */
export function spawnGrandchild(turn: Turn): Promise<void> {
  return startSleeper(turn, process.env);
}

/** Like `spawn`, but without environment: only its parent tells where it belongs. */
export function spawnEscapee(turn: Turn): Promise<void> {
  return startSleeper(turn, {});
}

async function startSleeper(turn: Turn, env: NodeJS.ProcessEnv): Promise<void> {
  // Limited, in case nobody kills it.
  const child = spawn('sleep', ['86400'], { detached: true, stdio: 'ignore', env });
  await once(child, 'spawn');
  child.unref();
  turn.say(`started process ${child.pid}`);
}

/** Closes standard input or output, and stays alive. */
export async function close(turn: Turn, rest: string): Promise<void> {
  if (rest !== 'stdin' && rest !== 'stdout') return turn.say('usage: close stdin, close stdout');
  turn.say(`closing ${rest}`);
  // Without an open stream nothing else would keep the process alive.
  setInterval(() => {}, 2 ** 30);
  if (rest === 'stdin') {
    process.stdin.destroy();
    closeSync(0);
  } else {
    await turn.session.output.close();
    closeSync(1);
  }
}

/** Ends the session from the agent's side. */
export async function end(turn: Turn): Promise<void> {
  turn.say('bye');
  turn.session.finish(turn, 'ok');
  turn.session.send({ type: 'goodbye' });
  await turn.session.exit(0);
}
