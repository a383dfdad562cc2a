import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { codexStage } from './codex-stage.js';
import { faultScenarios, goesOn, isBeginning } from './fault-scenarios.js';

describe.skipIf(!isWanted('codex'))('the real Codex', () => {
  const codex = onStage(codexStage);
  const begin = (more: object = {}) => Conversation.begin(codex().daemon, { agent: 'codex', ...more });

  it.each(['unauthorized', 'limited', 'overloaded'])(
    'is told by the API: %s',
    { tags: ['errors'] },
    async (tag) => {
      const session = await begin();
      const turn = await session.turn(`[[${tag}]]`);
      expect(turn.outcome).toBe('error');
      expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
      expect(turn.said).toEqual([]);
      await goesOn(session);
      await session.end();
    },
  );

  it('does not reach the API, and tries until it is interrupted', { tags: ['errors'] }, async () => {
    const daemon = await codex().daemonAt(1);
    const session = await Conversation.begin(daemon, { agent: 'codex' });
    await session.send('[[echo anybody]]');
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await session.end();
  });

  it('begins again where the stream was cut, until it gives up', { tags: ['errors'] }, async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    codex().api.cut();
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(isBeginning);
    codex().api.cut();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    await goesOn(session);
    await session.end();
  });

  faultScenarios({ agent: 'codex', stage: codex, command: 'shell', asking: 'ask', isShared: true });
});
