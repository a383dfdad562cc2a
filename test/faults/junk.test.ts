import { expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { violations } from '../support/invariants.js';
import { assistantTexts } from '../support/texts.js';
import { exchange } from './lives.js';
import { guardedSession } from './processes.js';

const unparsed = (events: readonly UniversalEvent[]) =>
  events.flatMap((event) => (event.type === 'agent.unparsed' ? [event.data] : []));

it('lines that cannot be parsed are counted once there are many', async () => {
  const daemon = await testDaemon();
  const sessionId = guardedSession('junk');
  await daemon.create(sessionId);
  const events = await exchange(daemon, sessionId, 'junk 20000');
  const errors = unparsed(events).map(({ error }) => error);
  expect(errors.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'not JSON'));
  const counts = errors.slice(20).map((error) => Number.parseInt(error, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20_000 - 20);
  expect(counts.length).toBeLessThan(10);
  expect(assistantTexts(events)).toEqual(['done']);
  expect(violations(await daemon.events(sessionId))).toEqual([]);
});

it('a line beyond the limit becomes one event, and what follows is read', async () => {
  const daemon = await testDaemon({ limits: { lineBytes: 100_000 } });
  const sessionId = guardedSession('long');
  await daemon.create(sessionId);
  const events = await exchange(daemon, sessionId, 'line 30000000');
  expect(unparsed(events)).toEqual([
    {
      error: 'a line of more than 100000 bytes, which was not read',
      location: 'mock',
      raw_hash: expect.any(String),
    },
  ]);
  expect(assistantTexts(await exchange(daemon, sessionId, 'echo still here'))).toEqual(['still here']);
  expect(violations(await daemon.events(sessionId))).toEqual([]);
});
