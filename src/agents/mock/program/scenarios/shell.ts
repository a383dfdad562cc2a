import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ToolEnd, useTool } from '../tool.js';
import type { Turn } from '../turn.js';

/** What the result repeats of a command's output; all of it was streamed. */
const kept = 1 << 20;

/** Runs a command for real. */
export async function shell(turn: Turn, command: string): Promise<void> {
  if (command === '') return turn.say('usage: shell CMD');
  await useTool(turn, { tool: 'shell', input: { command } }, (call) => execute(turn, call, command));
}

async function execute(turn: Turn, call: string, command: string): Promise<ToolEnd> {
  // The inner shell's stderr is its stdout, so that the two stay in order. It leads a group, to be killed with
  // all that the command started.
  const child = spawn('sh', ['-c', 'exec sh -c "$1" 2>&1', 'sh', command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  exited.catch(() => {});
  const kill = () => {
    child.stdout.destroy();
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const forget = turn.session.onExit(kill);
  turn.signal.addEventListener('abort', kill, { once: true });
  try {
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const text of child.stdout as AsyncIterable<string>) {
      turn.send({ type: 'tool_output', call, text });
      if (output.length < kept) output += text;
      await turn.session.output.room();
    }
    const [exit_code] = await exited;
    return { ok: exit_code === 0, output, exit_code };
  } catch (error) {
    turn.signal.throwIfAborted();
    return { ok: false, output: String(error) };
  } finally {
    turn.signal.removeEventListener('abort', kill);
    forget();
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
