import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { agentProcesses } from '../../support/real/processes-at.js';
import { claudeStage } from './claude-stage.js';
import { faultScenarios, goesOn, isBeginning } from './fault-scenarios.js';

describe.skipIf(!isWanted('claude'))('the real Claude CLI', () => {
  const claude = onStage(claudeStage);
  const begin = (more: object = {}) => Conversation.begin(claude().daemon, { agent: 'claude', ...more });

  it.each([
    ['unauthorized', 401],
    ['limited', 429],
    ['overloaded', 529],
  ])('is told by the API: %s', { tags: ['errors'] }, async (tag, status) => {
    const session = await begin();
    const turn = await session.turn(`[[${tag}]]`);
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    expect(JSON.stringify(turn.errors)).toContain(String(status));
    expect(turn.said).toEqual([]);
    await goesOn(session);
    await session.end();
  });

  it('does not reach the API', { tags: ['errors'] }, async () => {
    const session = await begin({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } });
    const turn = await session.turn('[[echo anybody]]');
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    await session.end();
  });

  it('begins again where the stream was cut, and at last asks for all at once', {
    tags: ['errors'],
  }, async () => {
    const session = await begin();
    await session.send('[[cut-streams]]');
    await session.nextWhere(isBeginning);
    claude().api.cut();
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(isBeginning);
    claude().api.cut();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.items('message', 'assistant').map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'completed',
    ]);
    expect(turn.said.at(-1)).toBe('Half of a sentence, and the other half.');
    await goesOn(session);
    await session.end();
  });

  it('is killed in the middle of a turn, which ends the session', async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    const [cli] = await agentProcesses(claude().daemon, session.id);
    process.kill(cli!.pid, 'SIGKILL');
    expect((await session.next('session.ended')).data).toMatchObject({
      reason: 'error',
      terminated_by: 'agent',
    });
    await session.end();
  });

  faultScenarios({ agent: 'claude', stage: claude, command: 'bash', asking: 'bash', isShared: false });
});
