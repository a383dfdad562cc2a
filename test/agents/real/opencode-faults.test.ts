import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { faultScenarios, goesOn, isBeginning } from './fault-scenarios.js';
import { openCodeStage } from './opencode-stage.js';

describe.skipIf(!isWanted('opencode'))('the real OpenCode', () => {
  const opencode = onStage(openCodeStage);
  const begin = (more: object = {}) => Conversation.begin(opencode().daemon, { agent: 'opencode', ...more });

  it('is interrupted before it has begun', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is interrupted while a helper waits for a permission', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[delegate-on touch never.txt]]');
    await session.next('permission.requested');
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.of('permission.resolved')).toMatchObject([{ data: { metadata: { reply: 'cancelled' } } }]);
    await goesOn(session);
    await session.end();
  });

  it('is interrupted while it waits for an answer', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[question]]');
    await session.next('question.requested');
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is told by the API that the key is wrong', { tags: ['errors'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[unauthorized]]');
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([{ details: { retryable: false, http_status: 401 } }]);
    await goesOn(session);
    await session.end();
  });

  it.each(['limited', 'overloaded'])(
    'gives up after some attempts where the API is %s',
    { tags: ['errors'] },
    async (tag) => {
      const session = await begin();
      const turn = await session.turn(`[[${tag}]]`);
      expect(turn.outcome).toBe('error');
      const attempts = turn.errors.map(({ details }) => details?.retryable);
      expect(attempts).toEqual([true, true, true, true, true, false]);
      expect(turn.said).toEqual([]);
      await goesOn(session);
      await session.end();
    },
  );

  it('does not reach the API, and tries until it is interrupted', { tags: ['errors'] }, async () => {
    const daemon = await opencode().daemonAt(1);
    const session = await Conversation.begin(daemon, { agent: 'opencode' });
    await session.send('[[echo anybody]]');
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await session.end();
  });

  it('begins again where the stream was cut, and does not say it twice', { tags: ['errors'] }, async () => {
    const session = await begin();
    await session.send('[[held-once of this test]]');
    await session.nextWhere(isBeginning);
    opencode().api.cut();
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.said.at(-1)).toBe('This begins and does end.');
    const whole = turn.items('message', 'assistant').filter(({ status }) => status === 'completed');
    expect(whole).toHaveLength(1);
    await goesOn(session);
    await session.end();
  });

  faultScenarios({ agent: 'opencode', stage: opencode, command: 'shell', asking: 'shell', isShared: true });
});
