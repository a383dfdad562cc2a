import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export interface BusyCommand {
  /** A command that tells when it runs and then goes on for longer than any test. */
  command: string;
  /** The process id of its shell, as soon as it runs. */
  running(): Promise<number>;
}

/** It tells through a pipe in the workspace, so that nobody has to look again and again. */
export async function busyCommand(folder: string): Promise<BusyCommand> {
  const path = join(folder, 'running');
  await execa('mkfifo', [path]);
  return {
    command: `echo $$ > '${path}'; sleep 600; echo never`,
    async running() {
      const pipe = await open(path, 'r+');
      try {
        const { buffer, bytesRead } = await pipe.read(Buffer.alloc(32));
        return Number(buffer.toString('utf8', 0, bytesRead));
      } finally {
        await pipe.close();
      }
    },
  };
}
