import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDaemon } from '../../support/daemon.js';
import { fakeAgents } from '../../support/fake-agents.js';
import { Conversation, type Venue } from '../../support/real/conversation.js';
import { tempFolder } from '../../support/temp-folder.js';

/** One start of the stand-in program, as it logged it. */
export interface Start {
  pid: number;
  values: Record<string, string | boolean>;
  positionals: string[];
}

/** A daemon with the stand-in program as Amp, and its own home folder. */
export class AmpVenue implements Venue {
  readonly home: string;
  readonly env: Record<string, string>;
  readonly dataFolder: string;
  readonly connect: Venue['connect'];

  constructor(home: string, env: Record<string, string>, dataFolder: string, connect: Venue['connect']) {
    this.home = home;
    this.env = env;
    this.dataFolder = dataFolder;
    this.connect = connect;
  }

  static async open(more: Record<string, string> = {}): Promise<AmpVenue> {
    const { home, env } = await AmpVenue.environment(more);
    const daemon = await testDaemon({ env });
    return new AmpVenue(home, env, daemon.dataFolder, () => daemon.connect());
  }

  /** The environment for a daemon that the test starts itself. */
  static async environment(more: Record<string, string> = {}) {
    const home = await tempFolder();
    const threads = join(home, 'threads');
    await mkdir(threads);
    const own = { FAKE_AMP_THREADS: threads, FAKE_AMP_LOG: join(home, 'log') };
    const env = { ...fakeAgents, PATH: process.env.PATH ?? '', HOME: home, AMP_API_KEY: 'not-a-key' };
    return { home, env: { ...env, ...own, ...more } };
  }

  readonly stage = { workspace: () => tempFolder() };

  begin(more: object = {}): Promise<Conversation> {
    return Conversation.begin(this, { agent: 'amp', ...more });
  }

  starts(): Promise<Start[]> {
    return startsIn(this.home);
  }

  async connectionFiles(): Promise<string[]> {
    return readdir(join(this.dataFolder, 'agents', 'amp', 'connections')).catch(() => []);
  }
}

export async function startsIn(home: string): Promise<Start[]> {
  const text = await readFile(join(home, 'log'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Start);
}
