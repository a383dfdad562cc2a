import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DaemonOptions } from '../../../src/server/index.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { tempFolder } from '../../support/temp-folder.js';

export interface Workspace {
  daemon: TestDaemon;
  /** The folder of session `s`. */
  folder: string;
  /** A folder beside it. */
  outside: string;
  /** Calls `/v1/fs/…` for the session; a query goes after the name. */
  call(route: string, query?: Record<string, string>, body?: string | Buffer | object): Promise<Response>;
}

/** A session with a folder of its own, and a folder beside it that it may not reach. */
export async function workspace(options: Partial<DaemonOptions> = {}): Promise<Workspace> {
  const daemon = await testDaemon(options);
  const parent = await tempFolder();
  const [folder, outside] = [join(parent, 'inside'), join(parent, 'outside')];
  await Promise.all([mkdir(folder), mkdir(outside)]);
  await daemon.create('s', { directory: folder });
  const call = (route: string, query: Record<string, string> = {}, body?: string | Buffer | object) => {
    const [method, path] = route.split(' ') as [string, string];
    const search = new URLSearchParams({ session_id: 's', ...query });
    const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
    return fetch(`${daemon.url}/v1/fs/${path}?${search}`, {
      method,
      ...(body === undefined ? {} : { body: isBytes ? (body as string) : JSON.stringify(body) }),
    });
  };
  return { daemon, folder, outside, call };
}
