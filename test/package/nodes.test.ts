import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeFolder, nodeVersions, whySkipped } from '../support/real/node-versions.js';
import { tempFolder } from '../support/temp-folder.js';
import { pack, registryProblem } from './packed.js';

const CONVERSATION = `
  import { GreenroomClient } from '@greenroom/client';
  const [, , url, token] = process.argv;
  const client = new GreenroomClient({ url, token });
  const session = await client.sessions.create({ agent: 'mock' });
  const { text, outcome } = await session.send('echo with the library');
  console.log(process.version, outcome, text);
  client.close();
`;

describe('the tarballs, in an empty folder', () => {
  let unreachable: string | null = null;
  let shared = '';
  let greenroom = '';
  let client = '';

  beforeAll(async () => {
    unreachable = await registryProblem();
    if (unreachable !== null) return;
    shared = await mkdtemp(join(tmpdir(), 'greenroom-nodes-'));
    greenroom = (await pack('.', shared)).path;
    client = (await pack('./dist/client', shared)).path;
  }, 180_000);
  afterAll(() => rm(shared, { recursive: true, force: true }));

  it.for<string>(nodeVersions)(
    'install and run with npx on Node %s',
    { timeout: 300_000 },
    async (version, { skip }) => {
      const why = unreachable === null ? whySkipped(version) : `the npm registry: ${unreachable}`;
      if (why !== null) skip(why);
      const { folder, env } = await emptyFolder(version);
      const inFolder = { cwd: folder, env };

      const packaged = ['--yes', `--package=./${basename(greenroom)}`, 'greenroom'];
      const { stdout: agents } = await execa('npx', [...packaged, 'agents'], inFolder);
      expect(agents).toMatch(/^mock +yes/m);

      const args = ['server', '--port', '0', '--data', join(folder, 'data'), '--isolate', 'off'];
      const { url, token } = await started([...packaged, ...args], inFolder);
      const headers = { authorization: `Bearer ${token}` };
      const ask = (path: string, body: object) =>
        fetch(`${url}/v1/sessions/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect((await ask('one', { agent: 'mock' })).status).toBe(200);
      const stream = await ask('one/messages/stream', { message: 'echo from the tarball' });
      expect(await stream.text()).toMatch(/from the tarball.*"type":"turn.ended"/s);
      expect((await fetch(url)).url).toBe(`${url}/ui/`);

      await writeFile(join(folder, 'conversation.mjs'), CONVERSATION);
      await execa('npm', ['install', `./${basename(client)}`], inFolder);
      const { stdout } = await execa('node', ['conversation.mjs', url, token], inFolder);
      expect(stdout).toBe(`v${version} completed with the library`);
    },
  );

  /** A folder with the tarballs and nothing else, and an environment where `node` is the version. */
  async function emptyFolder(version: string) {
    const folder = await tempFolder();
    for (const tarball of [greenroom, client]) await cp(tarball, join(folder, basename(tarball)));
    const PATH = `${await nodeFolder(version)}${delimiter}${process.env.PATH}`;
    const more = { PATH, npm_config_cache: join(shared, 'npm'), npm_config_loglevel: 'error' };
    return { folder, env: { ...more, GREENROOM_TOKEN: undefined } };
  }
});

/** Starts a daemon with npx, in a process group of its own: npx starts a shell, and that the daemon. */
async function started(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = execa('npx', args, { ...options, detached: true, reject: false });
  onTestFinished(async () => {
    process.kill(-child.pid!, 'SIGTERM');
    // Not before the daemon has closed its output, too.
    await child;
  });
  const banner = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (/^ +try .*\n/m.test(text)) resolve(text);
    });
    child.stdout.on('end', () => resolve(text));
  });
  const [url, token] = ['listening', 'token'].map((name) => new RegExp(`${name} +(\\S+)`).exec(banner)?.[1]);
  if (!url || !token) throw new Error(`the daemon did not start: ${banner}${(await child).stderr}`);
  return { url, token };
}
