import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { youngestWith } from './processes-at.js';

export interface BusyCommand {
  /** A command that signals when it runs, then runs until `finish` is called. */
  command: string;
  /** Resolves with the pid of its shell once it runs, as the host numbers it. */
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
        const inside = Number(buffer.toString('utf8', 0, bytesRead));
        // An isolated shell has another number inside.
        return (await youngestWith(running)) ?? inside;
      } finally {
        await pipe.close();
      }
    },
    finish: () => writeFile(finish, ''),
  };
}
