import { describe, expect, it } from 'vitest';
import { LineParser } from '../../src/supervision/line-parser.js';

const programs = {
  'a thread of its own': new URL('../../dist/src/supervision/line-worker.js', import.meta.url),
  'the calling thread': null,
};

function partsOf(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
  return parts;
}

describe.each(Object.entries(programs))('long lines on %s', (_, program) => {
  it('are decoded and parsed, whatever the parts', async () => {
    const json = { text: 'höchst „lang“ 🎉 '.repeat(2000), list: [1, { __proto: null }] };
    const text = JSON.stringify(json);
    expect(await new LineParser(program).parse(partsOf(text, 1001))).toEqual({ text, json });
  });

  it('are passed on as text if they are not JSON', async () => {
    expect(await new LineParser(program).parse(partsOf('{"a":1', 4))).toEqual({ text: '{"a":1', json: null });
  });

  it('are parsed one after another', async () => {
    const parser = new LineParser(program);
    const done: unknown[] = [];
    await Promise.all([1, 2, 3].map(async (n) => done.push((await parser.parse(partsOf(`${n}`, 9))).json)));
    expect(done).toEqual([1, 2, 3]);
  });

  it('are parsed even if the value is nested too deeply to be passed on', async () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const parsed = await new LineParser(program).parse(partsOf(text, 5000));
    expect(parsed.text).toBe(text);
    expect(Array.isArray(parsed.json)).toBe(true);
  });
});

it('parses a line itself if the thread cannot be started', async () => {
  const missing = new URL('./missing.js', import.meta.url);
  const parser = new LineParser(missing);
  expect(await parser.parse(partsOf('{"a":1}', 3))).toEqual({ text: '{"a":1}', json: { a: 1 } });
  expect(await parser.parse(partsOf('2', 3))).toEqual({ text: '2', json: 2 });
});
