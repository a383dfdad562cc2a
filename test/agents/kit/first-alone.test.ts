import { expect, test } from 'vitest';
import { FirstAlone } from '../../../src/agents/kit/first-alone.js';

/** Tasks that are finished by hand. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, { resolve: () => resolve(name), reject });
    });
  };
  return { begun, work, end: (name: string) => ends.get(name)! };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the first task runs alone, the others concurrently after it', async () => {
  const { begun, work, end } = tasks();
  const gate = new FirstAlone();
  const all = ['a', 'b', 'c'].map((name) => gate.run(work(name)));
  await settled();
  expect(begun).toEqual(['a']);
  end('a').resolve();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('b').resolve();
  end('c').resolve();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

test('after a failure the next one runs alone', async () => {
  const { begun, work, end } = tasks();
  const gate = new FirstAlone();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => gate.run(work(name)));
  await settled();
  end('a').reject(new Error('no'));
  await expect(a).rejects.toThrow('no');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end('b').resolve();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('c').resolve();
  expect(await Promise.all([b, c])).toEqual(['b', 'c']);
});
