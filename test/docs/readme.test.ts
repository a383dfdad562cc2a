import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';

const docs = [
  'docs/agents.md',
  'docs/architecture.md',
  'docs/client.md',
  'docs/configuration.md',
  'docs/operations.md',
  'docs/protocol.md',
  'docs/reliability.md',
];
const root = join(import.meta.dirname, '..', '..');

/** The code block that contains a text, with the address and token of the test's daemon. */
async function block(text: string, { url, token }: TestDaemon): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code]) => code!);
  const found = blocks.filter((code) => code.includes(text));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('127.0.0.1:2468');
  return found[0]!
    .replace('127.0.0.1:2468', new URL(url).host)
    .replace('choose-16-characters-or-more', token!);
}

/** Replaces a line that must exist. */
function replaceLine(code: string, start: string, line: string): string {
  const lines = code.split('\n');
  const at = lines.findIndex((each) => each.startsWith(start));
  expect(at).toBeGreaterThanOrEqual(0);
  return lines.with(at, line).join('\n');
}

describe('the documentation', () => {
  it('has working shell commands in the README', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    let script = await block('gr sessions/demo', daemon);
    // The daemon already runs, and the stream never ends by itself.
    script = replaceLine(script, 'npm start &', '');
    script = replaceLine(
      script,
      'gr sessions/demo/events/sse -N',
      'grep -m 1 permission.requested < <(gr sessions/demo/events/sse -N 2>&-)',
    );
    const folder = await tempFolder();
    const { stdout } = await execa('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { GREENROOM_TOKEN: undefined },
    });
    const [created, requested, requests] = String(stdout)
      .split(/\n|data: /)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(created).toMatchObject({ healthy: true });
    expect(requested).toMatchObject({ type: 'permission.requested' });
    expect(requests).toMatchObject({ permissions: [{ action: 'command_execution' }] });
    expect(await readFile(join(folder, 'session.svg'), 'utf8')).toContain('</svg>');
  });

  it('has a working client in the README', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const code = await block("from 'ws'", daemon);
    const { stdout } = await execa('node', ['--input-type=module', '-e', code], {
      cwd: root,
      env: { GREENROOM_TOKEN: 's3cret' },
    });
    const lines = String(stdout).split('\n');
    expect(lines[0]).toBe('1 session.started ');
    expect(lines.at(-1)).toBe(`${lines.length} turn.ended `);
    expect(String(stdout)).toContain('item.delta Anything');
  });

  it('has a working example of the client library in the README', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    // The main package has the same library.
    const code = (await block("from '@greenroom/client'", daemon)).replace('@greenroom', 'greenroom');
    const { stdout } = await execa('node', ['--input-type=module', '-e', code], {
      cwd: root,
      env: { GREENROOM_TOKEN: 's3cret' },
    });
    expect(stdout).toMatch(/^completed hello \{/);
  });

  it('names only npm scripts and files that exist', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const page of ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md', ...docs]) {
      const text = await readFile(join(root, page), 'utf8');
      const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
      for (const [, link] of text.matchAll(/\]\((?!http)([^)#]+)/g)) {
        const path = join(root, page, '..', link!);
        expect(await exists(path), `${page} links to ${link}`).toBe(true);
      }
    }
  });
});

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
