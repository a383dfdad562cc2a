import { describe, expect, it } from 'vitest';
import { CommandOrder } from '../../src/sessions/command-order.js';

describe('commands', () => {
  it('are taken at once if they need nothing', () => {
    expect(new CommandOrder().run('a', (needed) => `took ${needed}`)).toBe('took a');
  });

  it('wait for those before them, whatever takes how long to find out', async () => {
    const order = new CommandOrder();
    const taken: string[] = [];
    const take = (needed: string) => taken.push(needed);
    let find = (_: string) => {};
    const slow = new Promise<string>((resolve) => {
      find = resolve;
    });
    const all = [order.run(slow, take), order.run(Promise.resolve('second'), take), order.run('third', take)];
    await Promise.resolve();
    expect(taken).toEqual([]);
    find('first');
    await Promise.all(all);
    expect(taken).toEqual(['first', 'second', 'third']);
    order.run('fourth', take);
    expect(taken.at(-1)).toBe('fourth');
  });

  it('are taken even if one before them could not be', async () => {
    const order = new CommandOrder();
    const failed = order.run(Promise.reject(new Error('no log')), () => 'never');
    const next = order.run('next', (needed) => needed);
    await expect(failed).rejects.toThrow('no log');
    expect(await next).toBe('next');
  });
});
