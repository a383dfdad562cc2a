import { describe, expect, it } from 'vitest';
import type { SessionListResponse } from '../../src/schema/index.js';
import { conversation, writeSessions } from '../browser/write-sessions.js';
import { testClient } from '../client/support.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';

const idsOf = ({ sessions }: SessionListResponse) => sessions.map(({ sessionId }) => sessionId);

describe('the list of sessions', () => {
  it('has at most 1,000 on a page; the client library gets all of them', async () => {
    const dataFolder = await tempFolder();
    const events = conversation(['hello']);
    const stored = Array.from({ length: 1003 }, (_, i) => ({ id: `s${i}`, title: `number ${i}`, events }));
    await writeSessions(dataFolder, stored);
    const daemon = await testDaemon({ dataFolder });
    const first = await daemon.call<SessionListResponse>('GET', '/v1/sessions');
    expect(first.sessions.length).toBe(1000);
    const second = await daemon.call<SessionListResponse>('GET', `/v1/sessions?cursor=${first.nextCursor}`);
    expect([idsOf(second), second.nextCursor]).toEqual([['s2', 's1', 's0'], null]);
    const client = testClient(daemon.url);
    const all = stored.map(({ id }) => id).reverse();
    expect((await client.sessions.list()).map(({ sessionId }) => sessionId)).toEqual(all);
  });

  it('is filtered and searched over HTTP and WebSocket alike', async () => {
    let time = Date.now();
    const daemon = await testDaemon({ now: () => time++ });
    for (const id of ['a', 'b', 'c']) await daemon.create(id, { title: `Title of ${id.toUpperCase()}` });
    await turn(daemon, 'a', 'echo A Needle, in a haystack');
    await daemon.call('POST', '/v1/sessions/b/terminate');
    const client = await daemon.connect();
    const found = async (query: Record<string, string | number>) => {
      const search = new URLSearchParams(query as Record<string, string>);
      const page = await daemon.call<SessionListResponse>('GET', `/v1/sessions?${search}`);
      expect(page.nextCursor).toBeNull();
      expect(await client.call('session/list', query)).toEqual(page);
      return idsOf(page);
    };
    expect(await found({})).toEqual(['b', 'a', 'c']);
    expect(await found({ status: 'ended' })).toEqual(['b']);
    expect(await found({ agent: 'codex' })).toEqual([]);
    expect(await found({ directory: daemon.dataFolder })).toEqual(['b', 'a', 'c']);
    expect(await found({ search: 'title of c' })).toEqual(['c']);
    expect(await found({ search: 'needle, in' })).toEqual(['a']);
    const { nextCursor, ...page } = await client.call<SessionListResponse>('session/list', { limit: 2 });
    expect(idsOf({ ...page, nextCursor })).toEqual(['b', 'a']);
    expect(await found({ cursor: nextCursor! })).toEqual(['c']);
  });

  it.each(['limit=0', 'limit=x', 'status=odd', 'cursor=odd'])('refuses ?%s', async (query) => {
    const daemon = await testDaemon();
    await expectProblem(await daemon.fetch('GET', `/v1/sessions?${query}`), 'invalid_request');
  });
});
