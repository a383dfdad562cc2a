import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(root, path), 'utf8');
const page = await read('docs/client.md');
const blocks = [page, await read('src/client/README.md')].flatMap((text) =>
  [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!),
);

/** What the page says that its snippets have. */
const PRELUDE = `
  const { GreenroomClient: Client } = await import('@greenroom/client');
  const client = new Client({ url: process.env.URL });
  const session = await client.sessions.create({ agent: 'mock' });
`;

describe('docs/client.md', () => {
  beforeAll(() => expect(blocks.length).toBeGreaterThan(15));

  it.each(blocks.map((code) => [code.split('\n').findLast((line) => line.length > 10)!, code]))(
    'has a snippet that works: %s',
    async (_, code) => {
      const { url } = await testDaemon();
      const folder = await tempFolder();
      await mkdir(join(folder, 'node_modules', '@greenroom'), { recursive: true });
      await symlink(join(root, 'dist', 'client'), join(folder, 'node_modules', '@greenroom', 'client'));
      const isWhole = code.includes('new GreenroomClient');
      const program = isWhole
        ? code.replace('http://127.0.0.1:2468', url)
        : `${PRELUDE}{\n${code.replace(/^import .*$/gm, '')}\n}\nclient.close();`;
      const imports = isWhole ? '' : (code.match(/^import .*$/gm) ?? []).join('\n');
      await writeFile(join(folder, 'snippet.mjs'), `${imports}\n${program}`);
      const child = execa('node', ['snippet.mjs'], { cwd: folder, env: { URL: url } });
      onTestFinished(() => void child.kill('SIGKILL'));
      const { stdout } = await child;
      if (/^\s*console\.log/m.test(code)) expect(stdout).not.toBe('');
    },
  );

  it('names everything that is exported, and nothing else', async () => {
    const names = async (path: string) => {
      const text = (await read(path)).replace(/\/\*.*?\*\//gs, '');
      const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
        list!.split(','),
      );
      const declared = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name!);
      return [...lists.map((name) => name.replace('type ', '').trim()), ...declared].filter(
        (name) => name !== '',
      );
    };
    const exported = [
      ...(await names('src/client/index.ts')),
      ...(await names('src/client/react/index.ts')),
      ...(await names('src/agents/own.ts')),
      ...(await names('dist/client/schema/index.d.ts')),
    ];
    expect(exported.length).toBeGreaterThan(100);
    const reference = page.slice(page.indexOf('## Reference'));
    const documented = new Set([...reference.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(exported.filter((name) => !documented.has(name))).toEqual([]);
    // Methods, options and fields begin in lower case; the first column has exported names only.
    const first = reference
      .split('\n')
      .flatMap((line) => /^\| (`\w.*?`) +\|/.exec(line)?.[1]?.match(/(?<=`)\w+(?=`)/g) ?? []);
    const types = reference.slice(reference.indexOf('The types of the API')).match(/(?<=`)\w+(?=`)/g)!;
    expect([...first, ...types].filter((name) => !exported.includes(name))).toEqual([]);
  });
});
