import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { turn } from '../support/turns.js';

type Page = { events: UniversalEvent[]; hasMore: boolean };
const page = (daemon: TestDaemon, query: string) =>
  daemon.call<Page>('GET', `/v1/sessions/one/events?${query}`);

async function talked(message = 'tool'): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await turn(daemon, 'one', message);
  return daemon;
}

describe('polling events', () => {
  it('returns at most `limit` events after the offset, and whether there are more', async () => {
    const daemon = await talked();
    const { events: all, hasMore } = await page(daemon, '');
    expect(hasMore).toBe(false);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    const last = all.length;
    for (let offset = 0; offset <= last; offset++) {
      for (const limit of [1, 2, last]) {
        expect(await page(daemon, `offset=${offset}&limit=${limit}`), `${offset}, ${limit}`).toEqual({
          events: all.slice(offset, offset + limit),
          hasMore: offset + limit < last,
        });
      }
    }
  });

  it('returns nothing for a limit of zero or an offset at the end', async () => {
    const daemon = await talked();
    const last = (await page(daemon, '')).events.length;
    expect(await page(daemon, 'limit=0')).toEqual({ events: [], hasMore: true });
    expect(await page(daemon, `offset=${last}`)).toEqual({ events: [], hasMore: false });
    expect(await page(daemon, `offset=${last + 100}`)).toEqual({ events: [], hasMore: false });
  });

  it('limits the page size, whatever limit is requested', async () => {
    const daemon = await talked('burst 12000 8');
    const { events, hasMore } = await page(daemon, 'limit=1000000');
    expect(events.length).toBeGreaterThan(1000);
    expect(hasMore).toBe(true);
    expect(await daemon.events('one')).toHaveLength(
      (await daemon.call<{ lastSequence: number }>('GET', '/v1/sessions/one')).lastSequence,
    );
  });

  it.each(['include_raw=true', 'includeRaw=true', 'include_raw=1', 'include_raw'])(
    'includes the native payloads of all agent events with %s',
    async (query) => {
      const daemon = await talked();
      const { events } = await page(daemon, query);
      for (const event of events.filter(({ source }) => source === 'agent')) {
        expect(event.raw, event.type).toMatchObject({ type: expect.any(String) });
      }
      expect(events.map((event) => ({ ...event, raw: null }))).toEqual((await page(daemon, '')).events);
    },
  );

  it.each(['', 'include_raw=false', 'includeRaw=0'])(
    'includes no native payloads with "%s"',
    async (query) => {
      const daemon = await talked();
      const { events } = await page(daemon, query);
      expect(events.every((event) => 'raw' in event && event.raw === null)).toBe(true);
    },
  );

  it.each(['offset=-1', 'offset=x', 'offset=1.5', 'limit=-1', 'limit=x', 'include_raw=perhaps'])(
    'rejects %s',
    async (query) => {
      const daemon = await testDaemon();
      await daemon.create('one');
      const response = await daemon.fetch('GET', `/v1/sessions/one/events?${query}`);
      const { detail } = await expectProblem(response, 'invalid_request');
      expect(detail).toContain(query.split('=')[0]);
    },
  );

  it('ignores unknown parameters', async () => {
    const daemon = await talked();
    expect(await page(daemon, 'something=else')).toEqual(await page(daemon, ''));
  });
});
