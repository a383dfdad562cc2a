import { expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
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

  it('answers a message that is steered into plain text in the same turn', {
    tags: ['steering'],
  }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[cut ${word}]]`);
    await session.nextWhere(hold.isHeld);
    expect(await session.send(echo('more'), { whenBusy: 'steer' })).toMatchObject({ disposition: 'steered' });
    await session.send(echo('later'), { whenBusy: 'queue' });
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.texts.slice(-2)).toEqual(['This begins and does end.', 'more']);
    expect(turn.items('message', 'user')).toHaveLength(2);
    expect((await session.turnEnd()).texts).toEqual(['later']);
    await session.end();
  });

  it('withdraws a steered message that was not taken before an interrupt', {
    tags: ['steering', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(hold.message);
    await session.nextWhere(hold.isHeld);
    await session.send(echo('never mind'), { whenBusy: 'steer' });
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('after'))).texts).toEqual(['after']);
    const [answer] = (await session.turn(recall.message)).texts;
    expect(recall.remembers(answer!, [echo('after')])).toBe(true);
    await session.end();
  });

  it('interrupts a turn without the sub-agent in the background, then stops that', {
    tags: ['subagents', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.turn('[[hold-later]]');
    await session.send(hold.message);
    await session.nextWhere(hold.isHeld);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('meanwhile'))).texts).toEqual(['meanwhile']);
    const isRun = ({ type, data }: UniversalEvent) =>
      type === 'item.completed' &&
      data.item.content.some((part) => part.type === 'status' && part.label === 'agent');
    expect(session.events().filter(isRun)).toEqual([]);
    // No turn is running, so the interrupt is for the sub-agent.
    await session.interrupt();
    expect((await session.nextWhere(isRun)).data).toMatchObject({ item: { status: 'failed' } });
    // The CLI tells the model.
    const report = await session.turnEnd();
    expect(report.of('turn.ended')[0]!.data.metadata).toMatchObject({ origin: 'task-notification' });
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
