import { describe, expect, it } from 'vitest';
import type { Session, UniversalEvent } from '../../src/client/index.js';
import { curlCommand } from '../../src/inspector/raw/curl.js';
import { Matching } from '../../src/inspector/raw/matching.js';
import { RawPages } from '../../src/inspector/raw/raw-pages.js';

const event = (sequence: number) =>
  ({ sequence, data: { text: `event ${sequence}` } }) as unknown as UniversalEvent;
const upTo = (count: number) => Array.from({ length: count }, (_, i) => event(i + 1));

describe('matching events', () => {
  it('are found as they arrive, up to the selected one', () => {
    const events = upTo(12);
    const matching = new Matching('EVENT 1');
    const found = (last: number) => matching.upTo(last, events).map(({ sequence }) => sequence);
    expect(found(9)).toEqual([1]);
    expect(found(12)).toEqual([1, 10, 11, 12]);
    expect(found(10)).toEqual([1, 10]);
  });
});

describe('a curl command', () => {
  const of = { origin: 'http://127.0.0.1:2468', sessionId: 'a b' };

  it('fetches one event or the stream, without containing the token', () => {
    expect(curlCommand({ ...of, sequence: 7, raw: true })).toBe(
      `curl -sN -H "Authorization: Bearer $GREENROOM_TOKEN" 'http://127.0.0.1:2468/v1/sessions/a%20b/events?offset=6&limit=1&include_raw=true'`,
    );
    expect(curlCommand({ ...of, sequence: null, raw: false })).toContain('/events/sse?include_raw=false');
  });
});

describe('native payloads', () => {
  it('are loaded one page at a time', async () => {
    const asked: number[] = [];
    let running = 0;
    const eventsPage = async ({ offset = 0, limit = 0 } = {}) => {
      expect(++running).toBe(1);
      asked.push(offset);
      await Promise.resolve();
      running--;
      return { events: upTo(500).slice(offset, offset + limit), hasMore: true };
    };
    const pages = new RawPages({ eventsPage } as unknown as Session);
    const whenThere = new Promise<void>((resolve) =>
      pages.subscribe(() => pages.get(1) && pages.get(301) && resolve()),
    );
    pages.request([1, 2, 301, 399]);
    await whenThere;
    expect(pages.get(302)?.sequence).toBe(302);
    expect(pages.get(150)).toBeUndefined();
    expect([...asked].sort()).toEqual([0, 300]);
    pages.request([5]);
    expect(asked).toHaveLength(2);
  });
});
