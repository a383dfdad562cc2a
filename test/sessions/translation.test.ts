import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyTranslator } from '../../src/agents/agent.js';
import type { Draft } from '../../src/schema/index.js';
import { Translation } from '../../src/sessions/translation.js';
import { Turns } from '../../src/sessions/turns.js';
import { asksPermission, delta } from '../support/drafts.js';
import { tempFolder } from '../support/temp-folder.js';

/** A payload is a list of words: `write` asks to overwrite a file, `touch` to change nothing; others are deltas. */
const translator: AnyTranslator = {
  initial: () => null,
  translate: (state, input) => {
    const text = input.from === 'agent' ? input.text : JSON.stringify(input.notice);
    return { state, drafts: text === '' ? [] : text.split(', ').map(draftOf) };
  },
};

function draftOf(word: string): Draft {
  switch (word) {
    case 'write':
      return { ...asksPermission('p'), changes: [{ type: 'write', path: 'list.txt', content: 'new\n' }] };
    case 'touch':
      return { ...asksPermission('p'), changes: [] };
    default:
      return delta('m', word);
  }
}

function onError(error: unknown): never {
  throw error;
}

/** A translation whose drafts are noted, one line per payload. */
async function begin(onDrafts: (line: string) => void = () => {}) {
  const directory = await tempFolder();
  await writeFile(join(directory, 'list.txt'), 'old\n');
  const seen: string[] = [];
  const translation = new Translation({
    translator,
    directory,
    roots: [directory],
    turns: new Turns({ now: () => 0 }),
    onError,
    onDrafts(drafts, text) {
      const line = `${text ?? 'notice'}: ${drafts.map(shown).join(', ')}`;
      seen.push(line);
      onDrafts(line);
    },
  });
  const say = (text: string) => translation.add({ from: 'agent', text });
  const passed = () => new Promise<void>((resolve) => translation.after(resolve));
  return { translation, seen, say, passed };
}

function shown(draft: Draft): string {
  if (draft.type === 'item.delta') return draft.delta;
  if (draft.type !== 'permission.requested') return draft.type;
  expect(draft).not.toHaveProperty('changes');
  return /^-old$/m.test(String(draft.metadata.diff)) ? 'overwrites' : `asks with ${draft.metadata.diff}`;
}

it('passes output on synchronously', async () => {
  const { translation, seen, say } = await begin();
  say('one');
  say('');
  translation.add({ from: 'connection', notice: {} });
  expect(seen).toEqual(['one: one', ': ', 'notice: {}']);
});

it('compares a permission with the file on disk, and keeps the order of what follows', async () => {
  const { translation, seen, say, passed } = await begin();
  say('one');
  say('write');
  say('two');
  translation.add({ from: 'connection', notice: {} });
  expect(seen).toEqual(['one: one']);
  await passed();
  expect(seen).toEqual(['one: one', 'write: overwrites', 'two: two', 'notice: {}']);
  say('three');
  expect(seen.at(-1)).toBe('three: three');
});

it('compares one permission after another', async () => {
  const { seen, say, passed } = await begin();
  for (const text of ['write', 'one', 'write, two', 'write', 'three']) say(text);
  await passed();
  expect(seen).toEqual([
    'write: overwrites',
    'one: one',
    'write, two: overwrites, two',
    'write: overwrites',
    'three: three',
  ]);
});

it('does not change the place of a permission among the drafts of its payload', async () => {
  const { seen, say, passed } = await begin();
  say('one, write, two, write');
  await passed();
  expect(seen).toEqual(['one, write, two, write: one, overwrites, two, overwrites']);
});

it('an exit comes after all output, whatever is pending', async () => {
  const { translation, seen, say } = await begin();
  const exited = new Promise<void>((resolve) => {
    say('write');
    say('one');
    say('write');
    say('last words');
    translation.after(() => {
      seen.push('exit');
      resolve();
    });
  });
  await exited;
  expect(seen.slice(-2)).toEqual(['last words: last words', 'exit']);
  expect(seen).toHaveLength(5);
});

it('output that is caused by passed drafts comes after output that waits', async () => {
  const { translation, seen, say, passed } = await begin((line) => {
    if (line.startsWith('write')) translation.add({ from: 'connection', notice: { caused: true } });
  });
  say('write');
  say('one');
  say('write');
  say('two');
  await passed();
  expect(seen).toEqual([
    'write: overwrites',
    'one: one',
    'write: overwrites',
    'two: two',
    'notice: {"caused":true}',
    'notice: {"caused":true}',
  ]);
});

it('a permission that changes nothing has no diff', async () => {
  const { seen, say, passed } = await begin();
  say('touch');
  await passed();
  expect(seen).toEqual(['touch: asks with undefined']);
});

it('gives the translator the folder of the session', async () => {
  const seen: unknown[] = [];
  const noting: AnyTranslator = {
    initial: (roots) => roots,
    translate: (state) => ({ state: seen.push(state), drafts: [] }),
  };
  const translation = new Translation({
    translator: noting,
    directory: '/d',
    roots: ['/d'],
    turns: new Turns(),
    onError,
    onDrafts() {},
  });
  translation.add({ from: 'agent', text: '' });
  translation.add({ from: 'agent', text: '' });
  expect(seen).toEqual([['/d'], 1]);
});

it('passes a long text on in parts, cut between code points, with the payload and before what follows', async () => {
  const { seen, say, passed } = await begin();
  const long = `${'x'.repeat(256 * 1024 - 1)}🎭 and more`;
  say(`before, ${long}, after`);
  say('next');
  expect(seen).toEqual([]);
  await passed();
  const parts = seen.map((line) => line.slice(line.lastIndexOf(': ') + 2));
  expect(parts).toEqual(['before', 'x'.repeat(256 * 1024 - 1), '🎭 and more', 'after', 'next']);
  expect(seen.slice(0, 4).every((line) => line.startsWith(`before, ${long}`))).toBe(true);
});

it('lets others have their turn when there is much output, and says so', async () => {
  const deferred: (() => void)[] = [];
  let time = 0;
  const tick = () => {
    time += 0.5;
    return time;
  };
  const seen: string[] = [];
  const translation = new Translation({
    translator,
    directory: '/d',
    roots: ['/d'],
    turns: new Turns({ now: tick, defer: (callback) => void deferred.push(callback) }),
    onDrafts: (_, text) => void seen.push(String(text)),
    onBehind: () => void seen.push('behind'),
    onCaughtUp: () => void seen.push('caught up'),
    onError,
  });
  for (const text of ['one', 'two', 'three']) translation.add({ from: 'agent', text });
  expect(seen).toEqual(['one', 'two', 'behind']);
  deferred.shift()?.();
  expect(seen).toEqual(['one', 'two', 'behind', 'three', 'caught up']);
});

it('does not let output pile up that nobody can stop reading', () => {
  const seen: number[] = [];
  const translation = new Translation({
    translator: { initial: () => null, translate: (state) => ({ state, drafts: [] }) },
    directory: '/d',
    roots: ['/d'],
    // It never gets another turn.
    turns: new Turns({ now: () => performance.now() * 1e6, defer: () => {} }),
    onDrafts: (_, text) => void seen.push(text!.length),
    onError,
  });
  const text = 'x'.repeat(4 * 1024 * 1024);
  for (let i = 0; i < 12; i++) {
    translation.add({ from: 'agent', text });
    expect(translation.untranslated).toBeLessThanOrEqual(5 * text.length);
  }
  expect(seen.length).toBeGreaterThan(5);
});
