import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { StorageUnavailableError } from '../../src/log/index.js';
import { Deletions } from '../../src/sessions/deletions.js';

const full = new StorageUnavailableError('disk full');

function setUp() {
  const steps: string[] = [];
  const log = { delete: vi.fn(async (id: string) => void steps.push(`log ${id}`)) };
  const pauses: (() => void)[] = [];
  const deletions = new Deletions({
    log,
    attachments: { delete: async (id) => void steps.push(`attachments ${id}`) },
    intents: {
      add: async ({ action, sessionId }) => void steps.push(`promise to ${action} ${sessionId}`),
      remove: async (id) => void steps.push(`kept the promise about ${id}`),
    },
    logger: pino({ level: 'silent' }),
    sleep: () => new Promise((resolve) => pauses.push(resolve)),
  });
  /** Ends the time until the next attempt. */
  const next = () => vi.waitFor(() => expect(pauses).toHaveLength(1)).then(() => pauses.pop()!());
  return { steps, log, deletions, next };
}

const DONE = ['log a', 'kept the promise about a'];

it('deletes from the log', async () => {
  const { deletions, steps } = setUp();
  expect(await deletions.delete('a', 1)).toBe(true);
  expect(steps).toEqual(['attachments a', ...DONE]);
});

it('deletes later what the storage refuses, until it is done, and promises it until then', async () => {
  const { deletions, steps, log, next } = setUp();
  log.delete.mockRejectedValueOnce(full).mockRejectedValueOnce(full);
  expect(await deletions.delete('a', 1)).toBe(false);
  expect(steps).toEqual(['attachments a', 'promise to delete a']);
  await next();
  await next();
  await vi.waitFor(() => expect(steps.slice(2)).toEqual(DONE));
  await deletions.retry();
  expect(log.delete).toHaveBeenCalledTimes(3);
});

it('tries again at once when the storage takes writes', async () => {
  const { deletions, steps, log } = setUp();
  log.delete.mockRejectedValueOnce(full);
  await deletions.delete('a', 1);
  await deletions.retry();
  expect(steps.slice(2)).toEqual(DONE);
});

it('never deletes twice: the id may have been given to a new session', async () => {
  const { deletions, log } = setUp();
  log.delete.mockRejectedValueOnce(full);
  await deletions.delete('a', 1);
  await Promise.all([deletions.retry(), deletions.retry()]);
  expect(log.delete).toHaveBeenCalledTimes(2);
});

it('leaves what is left to the next daemon', async () => {
  const { deletions, log, next } = setUp();
  log.delete.mockRejectedValueOnce(full);
  await deletions.delete('a', 1);
  deletions.stop();
  await next();
  expect(log.delete).toHaveBeenCalledTimes(1);
});

it('passes on every other error', async () => {
  const { deletions, log } = setUp();
  log.delete.mockRejectedValueOnce(new Error('malformed'));
  await expect(deletions.delete('a', 1)).rejects.toThrow('malformed');
});
