import { type StatsListener, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { Logger } from 'pino';
import { readTls, type TlsFiles } from './tls.js';

export interface TlsRenewalOptions {
  files: TlsFiles;
  server: Pick<Server, 'setSecureContext'>;
  logger: Pick<Logger, 'info' | 'error'>;
  /** How often to look whether the files have changed. */
  everyMs: number;
  now: () => number;
}

/**
 * Uses a certificate that was renewed, without a restart. The files are looked at from time to time, since a change of a
 * folder or of a link on the way to them has to be noticed, too.
 */
export class TlsRenewal {
  readonly #options: TlsRenewalOptions;
  readonly #listener: StatsListener;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: TlsRenewalOptions) {
    this.#options = options;
    const { files, everyMs } = options;
    this.#listener = () => {
      this.#reading = this.#reading.then(() => this.#renew());
    };
    for (const file of [files.cert, files.key])
      watchFile(file, { interval: everyMs, persistent: false }, this.#listener);
  }

  async stop(): Promise<void> {
    const { cert, key } = this.#options.files;
    for (const file of [cert, key]) unwatchFile(file, this.#listener);
    await this.#reading;
  }

  /** One of the files may have changed before the other: until they fit, the certificate in use stays. */
  async #renew(): Promise<void> {
    const { files, server, logger, now } = this.#options;
    try {
      server.setSecureContext(await readTls(files, now()));
      logger.info({ cert: files.cert }, 'the certificate was renewed');
    } catch (error) {
      const reason = (error as Error).message;
      logger.error({ reason }, 'the changed certificate cannot be used; the one in use stays');
    }
  }
}
