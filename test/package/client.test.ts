import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { installedPackages } from './installed.js';
import { pack, root } from './packed.js';

const PROGRAM = `
  import { GreenroomClient, Transcript } from '@greenroom/client';
  const client = new GreenroomClient({ url: process.argv[2], token: process.argv[3] });
  const session = await client.sessions.create({ agent: 'mock' });
  const { text, outcome } = await session.send('echo from an empty folder');
  console.log(JSON.stringify({ text, outcome, rows: (await session.transcript()).rows.length }));
  client.close();
`;

/** What users write; each wrong line must be an error. */
const CONSUMER = `
  import { GreenroomClient, GreenroomError, type Permission, permissionOf, Transcript } from '@greenroom/client';
  import type { EventOf, SessionInfo, TurnResult, UniversalEvent } from '@greenroom/client';

  const client = new GreenroomClient({ urls: ['http://127.0.0.1:2468'], token: null });
  export async function main(signal: AbortSignal): Promise<SessionInfo[]> {
    const session = await client.sessions.create({ agent: 'claude', permissionMode: 'plan' }, { signal });
    const healthy: boolean = session.created.healthy;
    for await (const event of session.events({ after: 'latest', signal })) {
      if (event.type === 'item.delta') event.data.delta.toUpperCase();
      if (event.type === 'permission.requested') {
        const permission: Permission = permissionOf(event.data);
        await session.replyPermission(event.data.permission_id, permission.replies[0]!);
      }
    }
    const result: TurnResult = await session.send('hello', { whenBusy: 'steer', signal });
    const total: number | undefined = result.usage?.total_tokens;
    const delta = (event: EventOf<'item.delta'>): string => event.data.delta;
    try {
      await client.session('one').interrupt();
    } catch (error) {
      if (GreenroomError.is(error, 'session_ended', 'disconnected')) {
        const kind: 'session_ended' | 'disconnected' = error.kind;
        return [await client.call('session/get', { sessionId: kind })];
      }
    }
    const { sessions } = await client.http.json('GET /v1/sessions', { query: { status: 'waiting' } });
    const transcript = Transcript.at([] as UniversalEvent[], 3);
    void [healthy, total, delta, transcript];
    // @ts-expect-error: misspelt.
    client.sessions.create({ agnt: 'claude' });
    // @ts-expect-error: no such reply.
    session.replyPermission('p', 'maybe');
    // @ts-expect-error: no such kind of error.
    GreenroomError.is(null, 'session_missing');
    // @ts-expect-error: no such route.
    client.http.json('GET /v1/nowhere');
    // @ts-expect-error: no such method.
    client.call('session/explode', {});
    return [...sessions, ...(await client.sessions.list({ agent: 'codex' }))];
  }
`;

const HOOKS = `
  import { type PermissionRow, GreenroomClient } from '@greenroom/client';
  import { GreenroomProvider, useConnection, useQueue, useRequests, useSession, useSessions, useTranscript } from '@greenroom/client/react';
  export function useAll(id: string): string {
    const { session, info, phase } = useSession(id);
    void session.send('hello');
    const [first] = useRequests(id);
    const permission: PermissionRow | null = first?.type === 'permission' ? first : null;
    const rows: number = useTranscript(id)?.rows.length ?? 0;
    return [info?.title, phase, useConnection().status, permission?.key, rows, useQueue(id).revision, useSessions().hasMore].join();
  }
  export const page = GreenroomProvider({ client: new GreenroomClient() });
`;

describe('the package of the client, in an empty folder', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'greenroom-client-'));
    const packed = [await pack('./node_modules/ws', folder), await pack('./dist/client', folder)];
    const tarballs = packed.map(({ path }) => path);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await execa('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Compiles a file with the strictest settings; the types of a package are looked for in the project, too. */
  async function compile(name: string, text: string, types: string[]): Promise<string> {
    await writeFile(join(folder, name), text);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];
    const modern = ['--target', 'es2023', '--module', 'nodenext'];
    const found = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', types.join(',')];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const lib = ['--lib', types.includes('node') ? 'es2023' : 'es2023,dom'];
    const args = [name, '--ignoreConfig', ...strict, ...modern, ...found, ...lib];
    const { stdout } = await execa(tsc, args, { cwd: folder, reject: false });
    return stdout;
  }

  it('brings nothing but itself and a WebSocket for old Nodes', async () => {
    const packages = await installedPackages(join(folder, 'node_modules'));
    expect(packages.map(({ name }) => name).sort()).toEqual(['@greenroom/client', 'ws']);
    const inside = (path: string) => readFile(join(folder, 'node_modules/@greenroom/client', path), 'utf8');
    expect(await inside('README.md')).toContain('@greenroom/client');
    expect(await inside('LICENSE')).toContain('Apache License');
    for (const file of ['client/index.js', 'client/connection.js']) {
      expect(await inside(file)).not.toContain('sourceMappingURL');
    }
  });

  it('runs', async () => {
    const { url } = await testDaemon({ token: 's3cret' });
    const { stdout } = await execa('node', ['--input-type=module', '-', url, 's3cret'], {
      cwd: folder,
      input: PROGRAM,
    });
    expect(JSON.parse(stdout)).toEqual({ text: 'from an empty folder', outcome: 'completed', rows: 3 });
  });

  it.each([
    ['a page', []],
    ['Node', ['node']],
  ])('has types for %s, without the libraries of others', async (_, types) => {
    expect(await compile('consumer.ts', CONSUMER, types)).toBe('');
    const lenient = CONSUMER.replaceAll('// @ts-expect-error', '//');
    const errors = await compile('wrong.ts', lenient, types);
    expect(errors.match(/error TS/g)).toHaveLength(5);
  });

  it('has types for its hooks, where there is React', async () => {
    for (const name of ['@types/react', 'csstype']) {
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    }
    expect(await compile('hooks.ts', HOOKS, [])).toBe('');
  });

  it('has the types of the schemas', async () => {
    const generated = join(folder, 'node_modules/@greenroom/client/schema/index.js');
    const declared = await readFile(generated.replace(/js$/, 'd.ts'), 'utf8');
    const names = [...declared.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name!);
    const exported = await readFile(join(root, 'dist', 'src', 'schema', 'index.d.ts'), 'utf8');
    const files = [...exported.matchAll(/'(.*)\.js'/g)].map(([, file]) => `${file}.d.ts`);
    const texts = await Promise.all(
      files.map((file) => readFile(join(root, 'dist', 'src', 'schema', file), 'utf8')),
    );
    const typed = new Set(texts.join('\n').match(/(?<=export type )\w+(?= =)/g));
    const shared = names.filter((name) => typed.has(name));
    expect(shared.length).toBeGreaterThan(50);
    const lines = shared.map((name) =>
      ['EventOf', 'DataOf'].includes(name) ? '' : `export const ${name}: Same<G.${name}, S.${name}> = true;`,
    );
    const check = [
      `import type * as G from '${generated}';`,
      `import type * as S from '${join(root, 'dist', 'src', 'schema', 'index.js')}';`,
      'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : "too narrow") : "too wide";',
      'export const routes: Same<G.HttpRoutes, S.HttpRoutes> = true;',
      'export const methods: Same<G.WebSocketMethods, S.WebSocketMethods> = true;',
      'export const notifications: Same<G.Notifications, S.Notifications> = true;',
      ...lines,
    ];
    expect(await compile('same.ts', check.join('\n'), ['node'])).toBe('');
  });
});
