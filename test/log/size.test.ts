import { expect, it, vi } from 'vitest';
import { batch, newSession, tempLog } from './support.js';

it('the size of a log grows with its sessions, and shrinks after they were deleted', async () => {
  const { log } = await tempLog();
  const empty = await log.size();
  expect(empty).toEqual({ bytes: expect.any(Number), isShrinking: false });
  await log.create(newSession('one'));
  const events = [JSON.stringify({ sequence: 1, text: 'x'.repeat(1_000_000), raw: null })];
  await log.append('one', 0, { batch: batch('one', 1, 1, { events }) });
  expect((await log.size()).bytes).toBeGreaterThan(empty.bytes + 900_000);
  await log.delete('one');
  expect((await log.size()).isShrinking).toBe(true);
  await vi.waitFor(async () => expect((await log.size()).isShrinking).toBe(false));
  expect((await log.size()).bytes).toBeLessThan(empty.bytes + 100_000);
});
