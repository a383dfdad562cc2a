import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseFile } from '@swc/core';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { tempFolder } from './support/temp-folder.js';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const config = require('../.dependency-cruiser.cjs') as IFlattenedRuleSet & { options: object };

/** The violations found in files: the rule, and the import that breaks it. */
async function broken(files: string[], baseDir = root): Promise<string[]> {
  const { forbidden } = config;
  const { output } = await cruise(files, {
    ...config.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: forbidden ?? [] },
  });
  const { summary, modules } = output as ICruiseResult;
  expect(modules.length).toBeGreaterThan(0);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** The imports of the inspector's components, in the notation of the rules. */
async function importsOfJsx(): Promise<{ from: string; to: string }[]> {
  const folder = join(root, 'src', 'inspector');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  expect(names.length).toBeGreaterThan(0);
  const imports = names.map(async (name) => {
    const from = join(folder, name);
    const { body } = await parseFile(from, { syntax: 'typescript', tsx: true });
    return body.flatMap((node) => {
      const source = 'source' in node ? node.source?.value : undefined;
      if (source === undefined) return [];
      const path = relative(root, join(dirname(from), source)).replace(/\.js$/, '.ts');
      return [{ from: name, to: source.startsWith('.') ? path : `node_modules/${source}/` }];
    });
  });
  return (await Promise.all(imports)).flat();
}

describe('modules', () => {
  it('import only their allowed dependencies', async () => {
    expect(await broken(['src', 'machines'])).toEqual([]);
  });

  it('import only their allowed dependencies in JSX files', async () => {
    const rule = config.forbidden!.find(({ name }) => name === 'inspector-imports');
    const allowed = (rule as unknown as { to: { pathNot: string[] } }).to.pathNot.map(
      (pattern) => new RegExp(pattern),
    );
    const found = (await importsOfJsx()).filter(({ to }) => !allowed.some((pattern) => pattern.test(to)));
    expect(found).toEqual([]);
  });

  it('have no cycles at run time', async () => {
    expect(await broken(['dist/src', 'dist/machines'])).toEqual([]);
  });

  it.each([
    ['machines/a.ts', '../src/sessions/index.js', 'machines-imports'],
    ['machines/a.ts', 'node:fs', 'machines-imports'],
    ['src/schema/a.ts', '../log/index.js', 'schema-imports'],
    ['src/schema/a.ts', 'node:crypto', 'schema-imports'],
    ['src/agents/one/a.ts', '../../sessions/index.js', 'agents-imports'],
    ['src/agents/one/a.ts', '../two/index.js', 'agents-are-independent'],
    ['src/log/a.ts', '../hub/index.js', 'log-imports'],
    ['src/hub/a.ts', '../sessions/index.js', 'hub-imports'],
    ['src/supervision/a.ts', '../sessions/index.js', 'supervision-imports'],
    ['src/sessions/a.ts', '../supervision/inside.js', 'sessions-imports'],
    ['src/sessions/a.ts', '../server/index.js', 'only-the-cli-imports-the-server'],
    ['src/sessions/a.ts', '../agents/one/index.js', 'sessions-imports'],
    ['src/sessions/a.ts', '../log/inside.js', 'sessions-imports'],
    ['src/server/a.ts', '../cli/index.js', 'server-imports'],
    ['src/client/a.ts', '../diagrams/index.js', 'client-imports'],
    ['src/client/a.ts', 'node:events', 'client-imports'],
    ['src/inspector/a.ts', '../server/index.js', 'inspector-imports'],
    ['dist/src/client/a.ts', '../schema/index.js', 'no-schema-code-in-the-client'],
    ['src/cli/a.ts', '../sessions/index.js', 'cli-imports'],
    ['src/server/a.ts', '../../test/index.js', 'no-test-code-in-the-product'],
    ['src/attic/a.ts', '../schema/index.js', 'every-folder-has-a-rule'],
    ['src/hub/a.ts', './nowhere.js', 'everything-is-found'],
  ])('may not break the rules: %s may not import %s', async (file, target, rule) => {
    const folder = await tempFolder();
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    };
    if (target.startsWith('.') && !target.includes('nowhere')) {
      await write(join(dirname(file), target.replace('.js', '.ts')), 'export type It = 1;\n');
    }
    await write(file, `import type { It } from '${target}';\nexport type Mine = It;\n`);
    const found = await broken([file], folder);
    expect(found.map((each) => each.split(':')[0])).toContain(rule);
  });
});

describe('the files', () => {
  it('have at most 400 lines', async () => {
    const long: string[] = [];
    for (const folder of ['src', 'machines', 'test']) {
      for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.([cm]?[jt]s|tsx|css)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const lines = (await readFile(path, 'utf8')).split('\n').length - 1;
        if (lines > 400) long.push(`${relative(root, path)}: ${lines} lines`);
      }
    }
    expect(long).toEqual([]);
  });
});

describe('the package', () => {
  const { name, exports, bin } = require('../package.json') as {
    name: string;
    exports: Record<string, string | Record<string, string>>;
    bin: Record<string, string>;
  };
  const files = Object.values(exports).flatMap((to) => (typeof to === 'string' ? [to] : Object.values(to)));

  it.each([...files, ...Object.values(bin)])('has %s', async (file) => {
    expect((await readFile(join(root, file), 'utf8')).length).toBeGreaterThan(0);
  });

  const libraries = Object.entries(exports).filter(([, to]) => typeof to !== 'string');
  it.each(libraries.map(([path]) => path.replace('.', name)))(
    'can be imported as %s without side effects',
    async (path) => {
      const script = `const it = await import('${path}'); console.log(Object.keys(it).length);`;
      const { stdout, stderr } = await execa('node', ['--input-type=module', '-e', script], { cwd: root });
      expect(stderr).toBe('');
      expect(Number(stdout)).toBeGreaterThan(0);
    },
  );

  it('has an inspector without the schema library', async () => {
    const assets = join(root, 'dist', 'inspector', 'assets');
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(await readFile(join(assets, script), 'utf8')).not.toMatch(/zod/i);
  });

  it('has working programs', async () => {
    const programs = [...Object.values(bin), exports['./mock-agent'] as string];
    for (const program of programs) {
      const { stdout } = await execa('node', [join(root, program), '--version']);
      expect(stdout).toMatch(/\d/);
    }
  });
});
