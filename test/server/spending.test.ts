import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';

describe('a session that may spend so much', () => {
  it.each([
    ['in dollars', { maxCostUsd: 0.000001 }, /has cost \$0\.00, of \$0\.000001 that it may \(maxCostUsd\)/],
    ['in tokens', { maxTokens: 2 }, /has used \d+ tokens, of 2 that it may \(maxTokens\)/],
  ])('takes no more messages when it has spent it, %s, and says so', async (_, spending, expected) => {
    const daemon = await testDaemon({ spending });
    await daemon.create('one');
    await daemon.create('other');
    await daemon.say('one', 'sleep 50', { messageId: 'first' });
    await daemon.say('one', 'echo queued');
    const { data } = await nth(daemon, 'one', 'error');
    expect(data).toMatchObject({
      code: 'quota_exceeded',
      details: { retryable: false, category: 'billing' },
    });
    expect(data.message).toMatch(expected);
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages', { message: 'echo more' });
    expect([response.status, await response.json()]).toMatchObject([
      429,
      { type: 'urn:greenroom:error:quota_exceeded', detail: expect.stringMatching(expected) },
    ]);
    // What was taken before is a duplicate still, and what waits in the queue stays there.
    await daemon.say('one', 'sleep 50', { messageId: 'first' });
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ queued: 1, status: 'idle' });
    const types = (await daemon.events('one')).map(({ type }) => type);
    expect(types.filter((type) => type === 'error')).toHaveLength(1);
    expect(types.filter((type) => type === 'turn.started')).toHaveLength(1);
    await daemon.say('other', 'echo hi');
  });

  it('goes on after a restart that allows more', async () => {
    const first = await testDaemon({ spending: { maxTokens: 2 } });
    await first.create('one');
    await first.say('one', 'sleep 50');
    await first.say('one', 'echo queued');
    await nth(first, 'one', 'error');
    await first.stop();
    const daemon = await testDaemon({ dataFolder: first.dataFolder });
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(await turn(daemon, 'one', 'echo more')).not.toEqual([]);
  });
});
