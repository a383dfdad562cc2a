import { describe, expect, it } from 'vitest';
import type { SearchResponse, SessionListResponse } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { turn } from '../support/turns.js';

describe('the search in a session', () => {
  it('finds messages, reasoning and tools with their output, in order, whatever the case', async () => {
    const daemon = await testDaemon();
    await daemon.create('s', { permissionMode: 'bypass' });
    await turn(daemon, 's', 'echo The "Needle" is\nhere, a needle');
    await turn(daemon, 's', 'shell printf NEEDLE; printf "%s" hay');
    const { matches, nextAfter } = await daemon.call<SearchResponse>('GET', '/v1/sessions/s/search?q=neEdle');
    expect(nextAfter).toBeNull();
    expect(matches.map(({ kind, role, count }) => [kind, role, count])).toEqual([
      ['message', 'user', 2],
      ['message', 'assistant', 2],
      ['message', 'user', 1],
      ['tool_call', 'assistant', 2],
      ['tool_result', 'tool', 1],
    ]);
    expect(matches[1]!.excerpt).toEqual({ before: 'The "', match: 'Needle', after: '" is here, a needle' });
    const quoted = await daemon.call<SearchResponse>(
      'GET',
      `/v1/sessions/s/search?q=${encodeURIComponent('"needle" IS')}`,
    );
    expect(quoted.matches).toHaveLength(2);
    const events = await daemon.events('s');
    for (const { itemId, sequence } of matches)
      expect(events[sequence - 1]).toMatchObject({
        type: 'item.completed',
        data: { item: { item_id: itemId } },
      });
  });

  it('is read page by page', async () => {
    const daemon = await testDaemon();
    await daemon.create('s');
    for (let n = 0; n < 4; n++) await turn(daemon, 's', `echo needle ${n}`);
    const texts: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: SearchResponse = await daemon.call(
        'GET',
        `/v1/sessions/s/search?q=needle&limit=3&after=${after}`,
      );
      expect(page.matches.length).toBeLessThanOrEqual(3);
      texts.push(...page.matches.map(({ role, excerpt }) => `${role}${excerpt.after}`));
      after = page.nextAfter;
    }
    expect(texts).toEqual([0, 1, 2, 3].flatMap((n) => [`user ${n}`, `assistant ${n}`]));
  });

  it('wants a text and a session', async () => {
    const daemon = await testDaemon();
    await daemon.create('s');
    expect((await daemon.fetch('GET', '/v1/sessions/s/search?q=')).status).toBe(400);
    expect((await daemon.fetch('GET', '/v1/sessions/none/search?q=x')).status).toBe(404);
  });
});

describe('the list of sessions', () => {
  it('says where a search has found a session', async () => {
    const daemon = await testDaemon();
    await daemon.create('titled', { title: 'A needle' });
    await daemon.create('said');
    await turn(daemon, 'said', 'echo hello');
    await turn(daemon, 'said', 'echo there is a needle in the hay');
    await daemon.create('other');
    const { sessions, matches } = await daemon.call<SessionListResponse>('GET', '/v1/sessions?search=NEEDLE');
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual(['said', 'titled']);
    expect(matches).toMatchObject([
      { sessionId: 'said', excerpt: { before: 'echo there is a ', match: 'needle', after: ' in the hay' } },
    ]);
    expect(await daemon.call('GET', '/v1/sessions')).not.toHaveProperty('matches');
  });

  it('tells a crash from a termination', async () => {
    const daemon = await testDaemon();
    for (const id of ['crashed', 'terminated', 'open']) await daemon.create(id);
    await daemon.say('crashed', 'crash 3');
    await daemon.call('POST', '/v1/sessions/terminated/terminate');
    const reasons = async () => {
      const { sessions } = await daemon.call<SessionListResponse>('GET', '/v1/sessions');
      return Object.fromEntries(sessions.map(({ sessionId, endReason }) => [sessionId, endReason]));
    };
    await expect.poll(reasons).toEqual({ crashed: 'error', terminated: 'terminated', open: null });
  });
});
