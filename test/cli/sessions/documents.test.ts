import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UniversalEvent } from '../../../src/schema/index.js';
import { tempFolder } from '../../support/temp-folder.js';
import { turn } from '../../support/turns.js';
import { rig } from './rig.js';

it('exports a conversation as Markdown or JSON lines, as the name of the file says', async () => {
  const { daemon, ok, error } = await rig();
  const folder = await tempFolder();
  await daemon.create('s');
  await turn(daemon, 's', 'echo hello there');
  const markdown = await ok('export', 's');
  expect(markdown).toContain('hello there');
  expect(await ok('export', 's', '-o', join(folder, 'a.md'))).toBe('');
  expect((await readFile(join(folder, 'a.md'), 'utf8')).trimEnd()).toBe(markdown);
  await ok('export', 's', '-o', join(folder, 'a.jsonl'));
  const lines = (await readFile(join(folder, 'a.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => UniversalEvent.parse(JSON.parse(line)))).toEqual(await daemon.events('s'));
  expect(await ok('export', 's', '--format', 'jsonl')).toBe(lines.join('\n'));
  const raw = (await ok('export', 's', '--format', 'jsonl', '--raw'))
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(raw).toEqual(await daemon.events('s', 'include_raw=true'));
  expect(await error(2, 'export', 's', '--raw')).toContain('jsonl');
  expect(await error(2, 'export', 's', '--format', 'pdf')).toContain('md, jsonl');
});

it('leaves nothing behind where a file cannot be written', async () => {
  const { daemon, error } = await rig();
  const folder = await tempFolder();
  await daemon.create('s');
  await mkdir(join(folder, 'taken'));
  expect(await error(1, 'export', 's', '-o', join(folder, 'taken'))).toContain(
    `cannot write ${folder}/taken`,
  );
  expect(await error(1, 'diagram', 's', '-o', join(folder, 'none', 'a.svg'))).toContain('ENOENT');
  expect(await readdir(folder)).toEqual(['taken']);
});

it('draws the machine of a session, now or as it was, as SVG or Mermaid', async () => {
  const { daemon, ok, error } = await rig();
  const folder = await tempFolder();
  await daemon.create('s');
  await turn(daemon, 's', 'echo hello');
  const now = await daemon.fetch('GET', '/v1/sessions/s/diagram.svg');
  const then = await daemon.fetch('GET', '/v1/sessions/s/diagram.svg?at=2');
  expect(await ok('diagram', 's')).toBe((await now.text()).trimEnd());
  const file = join(folder, 'then.svg');
  await ok('diagram', 's', '--at', '2', '-o', file);
  expect((await readFile(file, 'utf8')).trimEnd()).toBe((await then.text()).trimEnd());
  await ok('diagram', 's', '-o', join(folder, 'now.mmd'));
  const mermaid = await readFile(join(folder, 'now.mmd'), 'utf8');
  expect(mermaid).toMatch(/^stateDiagram-v2\n/);
  expect(mermaid).toMatch(/class \S*idle\S* active/);
  expect(await ok('diagram', 's', '--format', 'mmd', '--at', '2')).not.toMatch(/class \S*idle\S* active/);
  expect(await error(2, 'diagram', 's', '--at', 'noon')).toContain('whole number');
});
