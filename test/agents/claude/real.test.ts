import { expect, it } from 'vitest';
import { agentConformance } from '../../conformance/agent.js';
import { Conversation } from '../../support/real/conversation.js';
import { driver } from './driver.js';

const { echo, recall, hold } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'claude', ...more });

  it('asks several questions at once and takes several answers', { tags: ['questions'] }, async () => {
    const session = await begin();
    await session.send('[[two-questions]]');
    const asked = await session.answer([['Blue'], ['S', 'L']]);
    expect(asked).toMatchObject({ prompt: 'Which colour?', questions: [{}, { multi_select: true }] });
    const turn = await session.turnEnd();
    expect(turn.of('question.resolved')).toMatchObject([
      { data: { status: 'answered', answers: [['Blue'], ['S', 'L']] } },
    ]);
    expect(turn.texts[0]).toMatch(/Which colour\?.*Blue.*Which sizes\?.*S, ?L/);
    await session.end();
  });

  it('starts a new conversation with a new id on /clear', {
    tags: ['compaction'],
  }, async () => {
    const session = await begin();
    await session.turn(echo('long ago'));
    const before = session.native;
    expect((await session.turn('/clear')).outcome).toBe('completed');
    const [answer] = (await session.turn(recall.message)).texts;
    expect(recall.remembers(answer!, [])).toBe(true);
    expect(session.native).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.native).not.toBe(before);
    await session.end();
  });

  it('falls back to a request without streaming after two interrupted streams', {
    tags: ['errors'],
  }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[cut-always ${word}]]`);
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    const statuses = turn.items('message', 'assistant').map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'failed', 'completed']);
    expect(turn.texts.at(-1)).toBe('Half of a sentence, and the other half.');
    await session.end();
  });
});
