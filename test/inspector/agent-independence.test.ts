import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agents } from '../../src/agents/index.js';
import * as schema from '../../src/schema/index.js';

/**
 * A client that knows the contract can show every agent. The inspector and the client library prove it: they contain
 * neither the name of an agent, nor of an agent's tool, nor of a field that only providers have.
 */

const root = join(import.meta.dirname, '..', '..');
/** Events before 0.3 had fields of their own. */
const EARLIER_EVENTS = 'src/client/vocabulary/before-0.3.ts';
/** Names of our code and of our notices that some provider happens to use too. */
const ourNames = ['completedAt', 'isImage', 'permission_mode', 'replaceAll'];

async function filesIn(...folders: string[]): Promise<{ path: string; text: string }[]> {
  const all = folders.map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return Promise.all(
      paths.map(async (path) => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
    );
  });
  return (await Promise.all(all)).flat();
}

/** The names of fields in a value, also in JSON within strings. */
function collectFields(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && /^[{[]/.test(value)) return collectFields(parsed(value), into);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name);
    collectFields(inner, into);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** A single word proves nothing: `path` and `read` are English. */
const isCompound = (name: string) => /^\w+$/.test(name) && /._.|[a-z][A-Z]/.test(name);

/** The fields and words of the contract. */
function ourWords(): Set<string> {
  const words = new Set(ourNames);
  for (const each of Object.values(schema)) {
    if (!(each instanceof z.ZodType)) continue;
    const json = z.toJSONSchema(each, { unrepresentable: 'any', io: 'input' });
    for (const word of JSON.stringify(json).match(/\w+/g) ?? []) words.add(word);
  }
  // A browser's own word.
  words.add('userAgent');
  return words;
}

const recordings = agents.filter(({ id }) => id !== 'mock').map(({ id }) => `fixtures/${id}`);

async function providerFields(): Promise<string[]> {
  const fields = new Set<string>();
  for (const { path, text } of await filesIn(...recordings)) {
    if (!/json$/.test(path)) continue;
    for (const line of text.split('\n')) collectFields(parsed(line), fields);
  }
  const ours = ourWords();
  return [...fields].filter((name) => isCompound(name) && !ours.has(name) && !ours.has(snakeCase(name)));
}

async function toolNames(): Promise<string[]> {
  const names = new Set<string>();
  for (const { path, text } of await filesIn(...recordings)) {
    if (!path.includes('/golden/')) continue;
    for (const [, name] of text.matchAll(/^ *tool_call \{"name":"([^"]+)"/gm)) names.add(name!);
  }
  return [...names].filter((name) => isCompound(name) || /^(Bash|todo)/.test(name));
}

/** Where any of the words occurs, also in comments. */
async function placesOf(words: readonly string[], isIgnored = (_path: string) => false): Promise<string[]> {
  const wanted = new Set(words);
  const files = (await filesIn('src/inspector', 'src/client')).filter(({ path }) => !path.endsWith('.md'));
  expect(files.length).toBeGreaterThan(100);
  return files
    .filter(({ path }) => !isIgnored(path))
    .flatMap(({ path, text }) =>
      [...new Set(text.match(/\w+/g))].filter((word) => wanted.has(word)).map((word) => `${path}: ${word}`),
    );
}

describe('the inspector and the client library', () => {
  it('name no agent', async () => {
    expect(agents.map(({ id }) => id)).toContain('mock');
    const names = agents.flatMap(({ id }) => [id, id.charAt(0).toUpperCase() + id.slice(1)]);
    expect(await placesOf([...names, 'OpenCode'])).toEqual([]);
  });

  it("name no agent's tool", async () => {
    const names = await toolNames();
    expect(names).toEqual(expect.arrayContaining(['Bash', 'apply_patch', 'todowrite', 'TodoWrite']));
    expect(await placesOf(names)).toEqual([]);
  });

  it('read no field that only providers have, except in events before 0.3', async () => {
    const fields = await providerFields();
    expect(fields).toEqual(expect.arrayContaining(['tool_name', 'file_path', 'approvalPolicy']));
    expect(fields.length).toBeGreaterThan(300);
    expect(await placesOf(fields, (path) => path === EARLIER_EVENTS)).toEqual([]);
    expect(await placesOf(fields)).toEqual([`${EARLIER_EVENTS}: tool_name`]);
  });
});
