import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installInto } from '../support/npm-folder.js';
import { answers, freePort } from './daemon.js';
import type { Ground } from './ground.js';
import { Program, paths } from './program.js';

const NAME = 'sandbox-agent';
const VERSION = '0.4.2';
export const PEER = `${NAME} ${VERSION}`;

const folder = join(homedir(), '.cache', 'greenroom-bench', `${NAME}-${VERSION}`);
const binary = join(
  folder,
  'node_modules',
  '@sandbox-agent',
  `cli-${process.platform}-${process.arch}`,
  'bin',
  NAME,
);

export function isPeerCached(): boolean {
  return existsSync(binary);
}

/** Another server for agents of many kinds. Its agents are programs in its data folder that speak ACP. */
export class Peer {
  readonly url: string;
  #calls = 0;

  constructor(url: string) {
    this.url = url;
  }

  static async start(ground: Ground): Promise<Peer> {
    if (!isPeerCached()) {
      ground.say(`downloading ${PEER} into ${folder}`);
      await installInto({ name: NAME, version: VERSION, folder, isComplete: isPeerCached });
    }
    const data = await ground.folder();
    const program = join(data, NAME);
    await copyFile(binary, program);
    await chmod(program, 0o700);
    await floodingAgent(join(data, 'share', NAME, 'bin', 'agent_processes'));
    const port = await freePort();
    ground.mustStand();
    const child = spawn(program, ['server', '--no-token', '--no-telemetry', '--port', String(port)], {
      env: { PATH: process.env.PATH, HOME: data, XDG_DATA_HOME: join(data, 'share') },
      stdio: 'ignore',
      detached: true,
    });
    const running = new Program(child);
    ground.onClear(() => running.stop());
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}/v1/health`);
    return new Peer(url);
  }

  /** Where the events of a conversation are read. */
  events(server: string): string {
    return `${this.url}/v1/acp/${server}`;
  }

  async create(server: string): Promise<void> {
    await this.#call(`${server}?agent=mock`, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    await this.#call(server, 'session/new', { cwd: homedir(), mcpServers: [] });
  }

  /** Resolves when the turn is over. */
  async say(server: string, text: string): Promise<void> {
    await this.#call(server, 'session/prompt', { sessionId: 'flood', prompt: [{ type: 'text', text }] });
  }

  async #call(path: string, method: string, params: object): Promise<void> {
    const response = await fetch(`${this.url}/v1/acp/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#calls, method, params }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${PEER} refused ${method}: ${response.status} ${text}`);
  }
}

async function floodingAgent(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'mock-acp');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${paths.program('acp-flood')}'\n`);
  await chmod(program, 0o700);
}
