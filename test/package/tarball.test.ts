import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { satisfies } from 'semver';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { daemonProcess } from '../support/program.js';
import { type InstalledPackage, installedPackages, lockedPackages } from './installed.js';
import { type Packed, pack, registryProblem, root } from './packed.js';

/** The oldest Node that package.json allows. */
const OLDEST_NODE = '20.19.0';

/** A little above what it takes now; raise it with a reason. */
const MOST_BYTES = { packed: 8_500_000, unpacked: 31_000_000 };

describe('the package as a user installs it', () => {
  let folder = '';
  let packed: Packed;
  let packages: InstalledPackage[] = [];
  let unreachable: string | null = null;

  beforeAll(async () => {
    unreachable = await registryProblem();
    if (unreachable !== null) return;
    folder = await mkdtemp(join(tmpdir(), 'greenroom-package-'));
    packed = await pack('.', folder);
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await execa('npm', ['install', '--omit=dev', '--prefer-offline', packed.path], { cwd: folder });
    packages = await installedPackages(join(folder, 'node_modules'));
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function needsRegistry({ skip }: TestContext): void {
    if (unreachable !== null) skip(`The npm registry cannot be reached: ${unreachable}`);
  }

  it('depends only on packages that support the oldest Node it allows', async (context) => {
    needsRegistry(context);
    const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as InstalledPackage;
    expect(satisfies(OLDEST_NODE, engines!.node!)).toBe(true);
    expect(satisfies('20.18.3', engines!.node!)).toBe(false);
    const tooNew = packages.filter(({ engines }) => !satisfies(OLDEST_NODE, engines?.node ?? '*'));
    expect(tooNew).toEqual([]);
  });

  it('installs exactly the tested versions', async (context) => {
    needsRegistry(context);
    const ids = packages.filter(({ name }) => name !== 'greenroom').map(({ id }) => id);
    const { required, all } = await lockedPackages(join(root, 'package-lock.json'));
    expect(ids.filter((id) => !all.includes(id))).toEqual([]);
    expect(required.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has its licence and changelog, and no tests', async (context) => {
    needsRegistry(context);
    const inside = (path: string) => readFile(join(folder, 'node_modules', 'greenroom', path), 'utf8');
    expect(await inside('LICENSE')).toContain('Apache License');
    expect(await inside('CHANGELOG.md')).toContain('## [');
    await expect(inside('dist/test/bench/main.js')).rejects.toThrow('ENOENT');
  });

  it('is no larger than it was', async (context) => {
    needsRegistry(context);
    expect(packed.size).toBeLessThan(MOST_BYTES.packed);
    expect(packed.unpackedSize).toBeLessThan(MOST_BYTES.unpacked);
  });

  it('has no source maps: the sources are not in it', async (context) => {
    needsRegistry(context);
    const dist = join(folder, 'node_modules', 'greenroom', 'dist');
    const files = await readdir(dist, { recursive: true });
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((name) => /\.[cm]?js$/.test(name));
    expect(scripts.length).toBeGreaterThan(500);
    const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')));
    expect(scripts.filter((_, i) => /^\/\/[#@] sourceMappingURL=/m.test(texts[i]!))).toEqual([]);
  });

  it('runs a session of the mock agent', async (context) => {
    needsRegistry(context);
    const program = join(folder, 'node_modules', '.bin', 'greenroom');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as InstalledPackage;
    expect((await execa('npx', ['greenroom', '--version'], { cwd: folder })).stdout).toBe(version);

    const { daemon } = await daemonProcess({ program });
    await daemon.create('one');
    const stream = await daemon.fetch('POST', '/v1/sessions/one/messages/stream', {
      message: 'echo from the tarball',
    });
    const events = await stream.text();
    expect(events).toContain('from the tarball');
    expect(events).toContain('"type":"turn.ended"');
  });
});
