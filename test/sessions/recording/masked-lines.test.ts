import { describe, expect, it, onTestFinished } from 'vitest';
import { MaskedLines } from '../../../src/sessions/recording/masked-lines.js';

const programs = {
  'the calling thread': null,
  'a thread of its own': new URL('../../../dist/src/sessions/recording/mask-worker.js', import.meta.url),
};

describe.each(Object.entries(programs))('on %s', (_, program) => {
  const begin = () => {
    const lines = new MaskedLines(['hunter2'], program);
    onTestFinished(() => lines.close());
    return async (value: object, chars: number) => {
      const parts: string[] = [];
      for await (const part of lines.line(value, chars)) parts.push(part);
      return parts;
    };
  };

  it('formats lines without secrets, short and long ones in any order', async () => {
    const format = begin();
    for (const length of [10, 2_000_000, 20, 1_000_000]) {
      const text = `${'🎭'.repeat(length / 2)} hunter2`;
      const line = (await format({ text }, text.length)).join('');
      expect(line.endsWith('\n')).toBe(true);
      expect(JSON.parse(line)).toEqual({ text: `${'🎭'.repeat(length / 2)} *******` });
    }
  });

  it('finds a secret wherever the line is cut into parts', async () => {
    const format = begin();
    const parts = await format({ text: 'hunter2 '.repeat(100_000) }, 800_000);
    expect(parts.join('')).not.toContain('hunter');
    if (program !== null) expect(parts.length).toBeGreaterThan(1);
  });
});
