// Assembles the package of the client in dist/client: its modules, its types without zod, and its hooks.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declarations } from './client/declarations.js';
import { buildOnce } from './fingerprint.js';

await buildOnce({
  inputs: [
    'dist/src/client',
    'src/client',
    'dist/src/schema',
    'package.json',
    'scripts/client',
    'scripts/build-client.js',
  ],
  output: 'dist/client/package.json',
  stamp: 'dist/.client-inputs',
  build: async (root) => {
    const [source, target] = [join(root, 'src', 'client'), join(root, 'dist', 'client')];
    const hooks = join(root, 'dist', '.hooks');
    await rm(target, { recursive: true, force: true });
    const run = promisify(execFile);
    await run('npx', ['tsc', '-p', join(source, 'react')], { cwd: root });
    await copyModules(join(root, 'dist', 'src', 'client'), join(target, 'client'), source);
    await copyModules(
      join(hooks, 'src', 'client', 'react'),
      join(target, 'client', 'react'),
      join(source, 'react'),
    );
    await rm(hooks, { recursive: true });

    const types = join(target, 'schema', 'index.d.ts');
    await mkdir(join(target, 'schema'));
    await writeFile(types, declarations(await import('../dist/src/schema/index.js')));
    await run('npx', ['biome', 'format', '--write', '--vcs-enabled=false', types], { cwd: root });

    const { version, engines, dependencies } = await json(join(root, 'package.json'));
    const own = await json(join(source, 'package.json'));
    // Where the runtime has no WebSocket of its own.
    const manifest = { ...own, version, engines, dependencies: { ws: dependencies.ws } };
    await cp(join(source, 'README.md'), join(target, 'README.md'));
    await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));
    await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  },
});

/**
 * What was compiled from the modules of a folder.
 * @param {string} from
 * @param {string} to
 * @param {string} source
 */
async function copyModules(from, to, source) {
  for (const name of await readdir(from, { recursive: true })) {
    // The compiler leaves the output of modules that are gone.
    const module = join(source, name.replace(/\.(js|d\.ts)$/, '.ts'));
    if (!/\.(js|d\.ts)$/.test(name) || !existsSync(module)) continue;
    await mkdir(join(to, name, '..'), { recursive: true });
    await cp(join(from, name), join(to, name));
  }
}

async function json(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
