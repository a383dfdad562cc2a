import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export interface BusyCommand {
  /** A command that signals when it runs, then runs until `finish` is called. */
  command: string;
  /** Resolves with the pid of its shell once it runs. */
  running(): Promise<number>;
  finish(): Promise<void>;
}

/** Communicates through named pipes in a folder, so nothing has to poll. */
export async function busyCommand(folder: string): Promise<BusyCommand> {
  const [running, finish] = [join(folder, 'running'), join(folder, 'finish')];
  await execa('mkfifo', [running, finish]);
  return {
    command: `echo $$ > '${running}'; cat '${finish}'; echo finished`,
    async running() {
      const pipe = await open(running, 'r+');
      try {
        const { buffer, bytesRead } = await pipe.read(Buffer.alloc(32));
        return Number(buffer.toString('utf8', 0, bytesRead));
      } finally {
        await pipe.close();
      }
    },
    finish: () => writeFile(finish, ''),
  };
}
