import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Thread } from '../thread.js';
import { type ToolEnd, useTool } from '../tool.js';
import type { Turn } from '../turn.js';

/** The result repeats this much of the output, all of which was streamed. */
const MAX_OUTPUT_LENGTH = 1 << 20;

/** Runs a real command. */
export async function shell(turn: Turn, command: string): Promise<void> {
  if (command === '') return turn.say('usage: shell CMD');
  await useTool(turn, { tool: 'shell', input: { command } }, (call) => execute(turn, call, command));
}

export async function execute(thread: Thread, call: string, command: string): Promise<ToolEnd> {
  // stderr is redirected to stdout to keep the order of the output. The shell leads a process group, which can be
  // killed as a whole.
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
  const unregister = thread.session.onExit(kill);
  thread.signal.addEventListener('abort', kill, { once: true });
  try {
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const text of child.stdout as AsyncIterable<string>) {
      thread.send({ type: 'tool_output', call, text });
      if (output.length < MAX_OUTPUT_LENGTH) output += text;
      await thread.session.output.drained();
    }
    const [exit_code] = await exited;
    return { ok: exit_code === 0, output, exit_code };
  } catch (error) {
    thread.signal.throwIfAborted();
    return { ok: false, output: String(error) };
  } finally {
    thread.signal.removeEventListener('abort', kill);
    unregister();
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
