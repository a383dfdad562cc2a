import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderPlaces as claude } from '../../../src/agents/claude/folder.js';
import { folderPlaces as codex } from '../../../src/agents/codex/folder.js';
import { folderContents } from '../../../src/agents/kit/folder/contents.js';
import type { FolderPlaces } from '../../../src/agents/kit/folder/places.js';
import { folderPlaces as openCode } from '../../../src/agents/opencode/folder.js';
import { tempFolder } from '../../support/temp-folder.js';

const env = { HOME: '/nobody' };

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await tempFolder();
  await mkdir(join(folder, '.git'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const contentsOf = (folder: string, places: FolderPlaces = claude, more: object = {}) =>
  folderContents(folder, { places, env, ...more });

async function pathsIn(folder: string, places: FolderPlaces = claude, from = folder): Promise<string[]> {
  const contents = await contentsOf(from, places);
  return (contents?.parts ?? []).map(({ path }) => path.slice(folder.length + 1));
}

const hook = JSON.stringify({
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'make x' }] }] },
});

describe('what a folder brings', () => {
  it('is nothing if it has only instructions and settings that say nothing', async () => {
    const harmless = { 'CLAUDE.md': 'x', 'AGENTS.md': 'x', '.claude/settings.json': '{"$schema": "x"}' };
    const folder = await folderWith({ ...harmless, '.claude/worktrees/a': 'x', '.opencode/.gitignore': '*' });
    for (const places of [claude, codex, openCode]) expect(await contentsOf(folder, places)).toBeNull();
  });

  it('is told in words, file by file', async () => {
    const servers = {
      mcpServers: { web: { command: 'npx', args: ['-y', 'web'] }, far: { url: 'https://x.y' } },
    };
    const rules = { permissions: { allow: ['Bash(npm:*)'], defaultMode: 'acceptEdits' }, env: { A: '1' } };
    const folder = await folderWith({
      '.claude/settings.json': hook,
      '.claude/settings.local.json': JSON.stringify(rules),
      '.mcp.json': `// comment\n${JSON.stringify(servers)}`,
      '.claude/agents/a.md': '',
    });
    const { parts } = (await contentsOf(folder))!;
    expect(
      Object.fromEntries(parts.map(({ path, brings }) => [path.slice(folder.length + 1), brings])),
    ).toEqual({
      '.claude/settings.json': ['a hook on SessionStart: make x'],
      '.claude/settings.local.json': [
        'the permission rule allow: Bash(npm:*)',
        'the permission setting defaultMode: acceptEdits',
        'the variable A=1',
      ],
      '.mcp.json': ['the MCP server web: npx -y web', 'the MCP server far: https://x.y'],
      '.claude/agents/a.md': ['a sub-agent, which may have tools and hooks of its own'],
    });
  });

  it('cannot hide behind long lines, control characters, or settings that cannot be parsed', async () => {
    const command = `true\u001b[2K\n\u202e${'x'.repeat(1000)}`;
    const folder = await folderWith({
      '.mcp.json': JSON.stringify({ mcpServers: { a: { command } } }),
      '.claude/settings.json': '{ "hooks": ',
    });
    const { parts } = (await contentsOf(folder))!;
    expect(parts.flatMap(({ brings }) => brings)).toEqual([
      'settings that cannot be parsed',
      expect.stringMatching(/^the MCP server a: true \[2K {2}x{100,}…$/),
    ]);
  });

  it('includes the folders around it that the agent reads, up to the top of the repository or beyond', async () => {
    const outer = await folderWith({
      '.mcp.json': '{"mcpServers":{"a":{"command":"x"}}}',
      '.claude/settings.json': hook,
    });
    await rename(join(outer, '.git'), join(outer, 'no-git'));
    await mkdir(join(outer, 'repo', '.git'), { recursive: true });
    await mkdir(join(outer, 'repo', 'sub', '.claude', 'agents'), { recursive: true });
    await mkdir(join(outer, 'repo', '.claude'));
    await writeFile(join(outer, 'repo', '.claude', 'settings.json'), hook);
    await writeFile(join(outer, 'repo', 'sub', '.claude', 'agents', 'a.md'), '');
    const from = join(outer, 'repo', 'sub');
    expect(await pathsIn(outer, claude, from)).toEqual([
      '.mcp.json',
      'repo/.claude/settings.json',
      'repo/sub/.claude/agents/a.md',
    ]);
  });

  it('includes the main work tree of a linked one', async () => {
    const main = await folderWith({ '.claude/settings.local.json': hook });
    await mkdir(join(main, '.git', 'worktrees', 'w'), { recursive: true });
    await writeFile(join(main, '.git', 'worktrees', 'w', 'commondir'), '../..\n');
    const linked = await tempFolder();
    await writeFile(join(linked, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'w')}\n`);
    expect((await contentsOf(linked))?.parts[0]?.path).toBe(join(main, '.claude', 'settings.local.json'));
  });

  it("leaves out the user's own settings in the home, but not those of a project in it", async () => {
    const home = await folderWith({ '.claude/settings.json': hook, '.codex/config.toml': 'a = 1' });
    await mkdir(join(home, 'project', '.codex'), { recursive: true });
    await writeFile(join(home, 'project', '.codex', 'config.toml'), '[mcp_servers.x]\ncommand = "y"\n# no\n');
    const { parts } = (await contentsOf(join(home, 'project'), codex, { env: { HOME: home } }))!;
    expect(parts).toEqual([
      { path: join(home, 'project', '.codex', 'config.toml'), brings: ['[mcp_servers.x]', 'command = "y"'] },
    ]);
    expect(await contentsOf(home, claude, { env: { HOME: home } })).toBeNull();
  });

  it('follows links, also those that lead in a circle', async () => {
    const elsewhere = await folderWith({ 'agents/a.md': '' });
    const folder = await folderWith({});
    await symlink(elsewhere, join(folder, '.claude'));
    await symlink(elsewhere, join(elsewhere, 'agents', 'loop'));
    expect(await pathsIn(folder)).toContain('.claude/agents/a.md');
  });

  it('names what cannot be read, and never waits for it', async () => {
    const folder = await folderWith({ '.claude/settings.local.json': '' });
    await mkdir(join(folder, '.mcp.json'));
    execFileSync('mkfifo', [join(folder, '.claude', 'settings.json')]);
    await symlink('/dev/zero', join(folder, '.claude', 'agents'));
    await truncate(join(folder, '.claude', 'settings.local.json'), 2 ** 30);
    const { parts } = (await contentsOf(folder))!;
    expect(parts.map(({ brings }) => brings)).toEqual([
      ['something that is not a file'],
      ['something that is not a file'],
      ['a file that is too large to look at'],
    ]);
  });

  it('is marked where there is more than can be looked at', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`.claude/agents/${name}.md`, '']));
    const folder = await folderWith(files);
    expect(await contentsOf(folder, claude, { maxFiles: 4 })).toMatchObject({ isComplete: true });
    const more = await contentsOf(folder, claude, { maxFiles: 3 });
    expect(more).toMatchObject({ isComplete: false, parts: { length: 3 } });
  });
});

describe('the hash of what a folder brings', () => {
  const settings = { '.claude/settings.json': hook, '.claude/hooks/a.sh': 'echo' };
  const hashOf = async (folder: string, places = claude) => (await contentsOf(folder, places))?.hash;

  it('is the same for the same contents, wherever the folder is', async () => {
    const [one, two] = [await folderWith(settings), await folderWith(settings)];
    await writeFile(join(two, 'CLAUDE.md'), 'other instructions');
    expect(await hashOf(one)).toBe(await hashOf(two));
  });

  it.each([
    ['a changed file', '.claude/settings.json', `${hook} `],
    ['a changed program', '.claude/hooks/a.sh', 'rm'],
    ['a new file', '.mcp.json', '{"mcpServers":{"a":{"command":"x"}}}'],
  ])('changes with %s', async (_, name, text) => {
    const folder = await folderWith(settings);
    const before = await hashOf(folder);
    await writeFile(join(folder, name), text);
    expect(await hashOf(folder)).not.toBe(before);
  });

  it('does not change with what OpenCode itself writes into the folder', async () => {
    const folder = await folderWith({ '.opencode/plugin/a.js': 'x' });
    const before = await hashOf(folder, openCode);
    const own = { '.gitignore': '*', 'bun.lock': '', 'node_modules/a/b.js': '' };
    const packages = { 'package.json': '{"dependencies":{"@opencode-ai/plugin":"1.0.0"}}' };
    for (const [name, text] of Object.entries({ ...own, ...packages })) {
      await mkdir(dirname(join(folder, '.opencode', name)), { recursive: true });
      await writeFile(join(folder, '.opencode', name), text);
    }
    expect(await hashOf(folder, openCode)).toBe(before);
    await writeFile(join(folder, '.opencode', 'package.json'), '{"dependencies":{"evil":"1.0.0"}}');
    expect(await hashOf(folder, openCode)).not.toBe(before);
  });

  it.each(['opencode.json', '.opencode/opencode.jsonc'])(
    'does not change with the schema that OpenCode writes into %s',
    async (name) => {
      const settings = (more: string) => `${more}"mcp": {"a": {"command": ["a"]}}}`;
      const line = '{\n  "$schema": "https://opencode.ai/config.json",';
      const folder = await folderWith({ [name]: settings('\n{') });
      const before = await hashOf(folder, openCode);
      await writeFile(join(folder, name), settings(line));
      expect(await hashOf(folder, openCode)).toBe(before);
      await writeFile(join(folder, name), settings(`${line}"plugin": ["b"],`));
      expect(await hashOf(folder, openCode)).not.toBe(before);
    },
  );
});
