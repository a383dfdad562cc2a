import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Some systems limit the path of a Unix socket to 103 bytes. */
const MAX_SOCKET_PATH = 100;

/** The temporary files of one connection, readable only by the user and removed with the connection. */
export class ConnectionFiles {
  readonly #folder: string;
  readonly #socketFolder: string;

  constructor(folder: string, socketFolder: string) {
    this.#folder = folder;
    this.#socketFolder = socketFolder;
  }

  /** `base` is the parent folder that all connections share. */
  static async in(base: string): Promise<ConnectionFiles> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(base, 'c-'));
    const isShort = Buffer.byteLength(join(folder, 'permission')) <= MAX_SOCKET_PATH;
    return new ConnectionFiles(folder, isShort ? folder : await mkdtemp(join(tmpdir(), 'greenroom-')));
  }

  get socket(): string {
    return join(this.#socketFolder, 'permission');
  }

  /** Amp and its helper programs read them, and write to the socket. */
  get folders(): string[] {
    return [this.#folder, this.#socketFolder];
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  async write(name: string, value: object): Promise<string> {
    await writeFile(this.path(name), JSON.stringify(value, null, 2), { mode: 0o600 });
    return this.path(name);
  }

  async remove(): Promise<void> {
    await Promise.all(
      [this.#folder, this.#socketFolder].map((path) => rm(path, { recursive: true, force: true })),
    );
  }
}
