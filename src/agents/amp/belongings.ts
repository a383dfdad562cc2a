import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest path of a socket is 103 bytes on some systems. */
const LONGEST_SOCKET = 100;

/** The files that a connection needs while it lives: nobody else may read them, and they go with it. */
export class Belongings {
  private constructor(
    private readonly folder: string,
    private readonly socketFolder: string,
  ) {}

  /** `base` is a folder for the files of all connections. */
  static async in(base: string): Promise<Belongings> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(base, 'c-'));
    const isShort = Buffer.byteLength(join(folder, 'desk')) <= LONGEST_SOCKET;
    return new Belongings(folder, isShort ? folder : await mkdtemp(join(tmpdir(), 'greenroom-')));
  }

  get socket(): string {
    return join(this.socketFolder, 'desk');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, value: object): Promise<string> {
    await writeFile(this.path(name), JSON.stringify(value, null, 2), { mode: 0o600 });
    return this.path(name);
  }

  async remove(): Promise<void> {
    await Promise.all(
      [this.folder, this.socketFolder].map((path) => rm(path, { recursive: true, force: true })),
    );
  }
}
