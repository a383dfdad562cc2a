import { expect, it } from 'vitest';
import { LineOrder } from '../../src/supervision/line-order.js';

function rig() {
  const log: string[] = [];
  const order = new LineOrder({ onBusy: () => log.push('busy'), onIdle: () => log.push('idle') });
  return {
    log,
    order,
    line: (text: string) => order.add(() => void log.push(text)),
    /** Is passed on when the returned function is called. */
    heavy: (text: string): (() => void) => {
      let release = () => {};
      const parsed = new Promise<void>((resolve) => {
        release = resolve;
      });
      order.add(async () => {
        await parsed;
        log.push(text);
      });
      return release;
    },
  };
}

it('passes lines on at once', () => {
  const { log, line } = rig();
  line('a');
  line('b');
  expect(log).toEqual(['a', 'b']);
});

it('lets lines wait for one that takes time, and tells that nothing more should be read', async () => {
  const { log, order, line, heavy } = rig();
  line('a');
  const release = heavy('long');
  line('b');
  const releaseOther = heavy('longer');
  line('c');
  expect(log).toEqual(['a', 'busy']);
  releaseOther();
  release();
  await order.settled();
  expect(log).toEqual(['a', 'busy', 'long', 'b', 'longer', 'c', 'idle']);
  line('d');
  expect(log.at(-1)).toBe('d');
});

it('is settled if nothing waits', async () => {
  await expect(rig().order.settled()).resolves.toBeUndefined();
});
