import { describe, expect, it } from 'vitest';
import { turnEnds } from '../support/drafts.js';
import {
  disposition,
  idle,
  inTurn,
  lines,
  newSession,
  prompts,
  refusal,
} from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

/** A session in a turn with three messages waiting: two, three and four. */
function busy(given: Parameters<typeof inTurn>[0] = {}): SessionRig {
  const rig = inTurn(given);
  for (const messageId of ['two', 'three', 'four']) rig.message(`say ${messageId}`, { messageId });
  return rig;
}

const queueOf = ({ snapshot }: SessionRig) => snapshot.context.queue;
const order = (rig: SessionRig) => queueOf(rig).map(({ messageId }) => messageId);
const revisions = (rig: SessionRig) => queueOf(rig).map(({ revision }) => revision);
const problemOf = (rig: SessionRig) => {
  const answer = rig.answers.at(-1);
  return answer?.type === 'refused' ? answer.problem : null;
};

describe('a queued message', () => {
  it('has a revision, a rank and the time when it was queued', () => {
    expect(queueOf(busy())[0]).toEqual({
      messageId: 'two',
      message: 'say two',
      attachments: [],
      revision: 1,
      rank: 1,
      queuedAt: expect.stringMatching(/^2026-01-01T/),
    });
  });

  it('can be edited, and is sent as edited', () => {
    const rig = busy({ echoesUser: true });
    const attachments = [{ path: 'a.png', mime: 'image/png' }];
    expect(lines(rig, () => rig.update('two', { message: 'better', attachments }))).toEqual([]);
    expect(refusal(rig)).toBeNull();
    expect(queueOf(rig)[0]).toMatchObject({ message: 'better', attachments, revision: 2 });
    rig.draft(turnEnds());
    expect(rig.effects.at(-1)).toEqual({
      type: 'prompt',
      prompt: { turnId: 'turn_u1_2', messageId: 'two', message: 'better', attachments },
    });
    expect(rig.snapshot.context.unechoed).toEqual([
      { messageId: 'two', message: 'better', attachments, written: null },
    ]);
  });

  it.each([
    [0, ['four', 'two', 'three']],
    [1, ['two', 'four', 'three']],
    [2, ['two', 'three', 'four']],
    [99, ['two', 'three', 'four']],
  ])('can be moved to position %i', (position, expected) => {
    const rig = busy().update('four', { position });
    expect(order(rig)).toEqual(expected);
    expect(revisions(rig).toSorted()).toEqual(position < 2 ? [1, 1, 2] : [1, 1, 1]);
  });

  it('moves down as well as up', () => {
    expect(order(busy().update('two', { position: 1 }))).toEqual(['three', 'two', 'four']);
    expect(order(busy().update('two', { position: 5 }))).toEqual(['three', 'four', 'two']);
  });

  it('is moved without touching the others', () => {
    const rig = busy();
    const before = queueOf(rig);
    rig.update('four', { position: 1 });
    expect([queueOf(rig)[0], queueOf(rig)[2]]).toEqual([before[0], before[1]]);
    expect(queueOf(rig)[0]).toBe(before[0]);
    expect(queueOf(rig)[1]).toMatchObject({ messageId: 'four', rank: 1.5 });
  });

  it('can be moved to the same place forever: ranks are renumbered when none is left', () => {
    const rig = busy();
    for (let i = 0; i < 200; i++) {
      const last = order(rig).at(-1)!;
      rig.update(last, { position: 1 });
      expect(order(rig)[1]).toBe(last);
      const ranks = queueOf(rig).map(({ rank }) => rank);
      expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
    }
    expect(revisions(rig).reduce((sum, revision) => sum + revision)).toBe(203);
  });

  it('keeps its revision if nothing changes', () => {
    const rig = busy();
    const { queueRevision } = rig.snapshot.context;
    rig.update('two', {}).update('two', { message: 'say two', attachments: [], position: 0 });
    expect(refusal(rig)).toBeNull();
    expect(revisions(rig)).toEqual([1, 1, 1]);
    expect(rig.snapshot.context.queueRevision).toBe(queueRevision);
  });

  it('can be taken back, once', () => {
    const rig = busy().takeBack('three');
    expect(refusal(rig)).toBeNull();
    expect(order(rig)).toEqual(['two', 'four']);
    expect(refusal(rig.takeBack('three'))).toBe('not_found');
    for (let i = 0; i < 3; i++) rig.draft(turnEnds());
    expect(prompts(rig)).toEqual(['hello', 'say two', 'say four']);
    expect(refusal(rig.takeBack('three'))).toBe('not_found');
  });

  it('can be steered into the running turn', () => {
    const rig = busy();
    const steered = lines(rig, () => rig.update('three', { whenBusy: 'steer', message: 'now' }));
    expect(steered).toEqual(['start* 2 user message', 'delta* 2 now', 'completed* 2 now']);
    expect(disposition(rig)).toBe('steered');
    expect(rig.effects.at(-1)).toEqual({
      type: 'steer',
      prompt: { turnId: 'turn_u1_1', messageId: 'three', message: 'now', attachments: [] },
    });
    expect(order(rig)).toEqual(['two', 'four']);
    expect(refusal(rig.update('three', { position: 0 }))).toBe('message_delivered');
  });

  it('is not steered by an agent that cannot', () => {
    const rig = busy({ steer: false }).update('three', { whenBusy: 'steer' });
    expect(problemOf(rig)).toMatchObject({
      type: 'urn:greenroom:error:mode_not_supported',
      supported: ['interrupt'],
    });
    expect([order(rig), revisions(rig)]).toEqual([
      ['two', 'three', 'four'],
      [1, 1, 1],
    ]);
  });

  it('can interrupt the running turn and go next', () => {
    const rig = busy().update('four', { whenBusy: 'interrupt', message: 'now', position: 2 });
    expect(refusal(rig)).toBeNull();
    expect(order(rig)).toEqual(['four', 'two', 'three']);
    expect(rig.snapshot.matches({ live: { turn: { running: 'interrupting' } } })).toBe(true);
    expect(prompts(rig.draft(turnEnds('interrupted')))).toEqual(['hello', 'interrupt', 'now']);
  });

  it.each(['steer', 'interrupt'] as const)('goes next with %s while the turn is being interrupted', (now) => {
    const rig = busy().send({ type: 'command.interrupt' }).update('four', { whenBusy: now });
    expect(order(rig)).toEqual(['four', 'two', 'three']);
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
  });

  it('can be changed while the turn is being interrupted', () => {
    const rig = busy().send({ type: 'command.interrupt' });
    rig.update('two', { message: 'edited' }).update('four', { position: 0 }).takeBack('three');
    expect(order(rig)).toEqual(['four', 'two']);
    rig.draft(turnEnds('interrupted')).draft(turnEnds());
    expect(prompts(rig)).toEqual(['hello', 'interrupt', 'say four', 'edited']);
  });

  it.each(['steer', 'interrupt'] as const)('goes first with %s while the agent is starting', (whenBusy) => {
    const rig = newSession();
    for (const messageId of ['one', 'two', 'three']) rig.message(messageId, { messageId });
    rig.update('three', { whenBusy }).update('one', { message: '1' }).takeBack('two');
    expect([order(rig), rig.effects]).toEqual([['three', 'one'], []]);
    expect(prompts(rig.ready().draft(turnEnds()))).toEqual(['three', '1']);
  });

  it('can be changed between two daemons', () => {
    const rig = busy().send({ type: 'daemon.stopping' });
    rig.update('four', { whenBusy: 'interrupt' }).takeBack('two');
    expect([refusal(rig), order(rig), prompts(rig)]).toEqual([null, ['four', 'three'], ['hello']]);
    expect(prompts(rig.send({ type: 'daemon.restarted' }))).toEqual(['hello', 'say four']);
  });
});

describe('a change of the queue', () => {
  it('is refused with another revision than the current one', () => {
    const rig = busy().update('two', { message: 'edited', revision: 1 });
    expect(refusal(rig)).toBeNull();
    rig.update('two', { message: 'too late', revision: 1 });
    expect(problemOf(rig)).toMatchObject({
      type: 'urn:greenroom:error:revision_mismatch',
      status: 412,
      messageId: 'two',
      revision: 2,
    });
    expect(queueOf(rig)[0]).toMatchObject({ message: 'edited', revision: 2 });
    expect(refusal(rig.update('two', { message: 'again', revision: 2 }))).toBeNull();
  });

  it('is refused for an unknown message', () => {
    expect(refusal(busy().update('five', { message: 'x' }))).toBe('not_found');
    expect(refusal(busy().takeBack('five'))).toBe('not_found');
  });

  it('is refused for a message that was sent to the agent', () => {
    const rig = busy().draft(turnEnds());
    for (const messageId of ['m1', 'two']) {
      expect(refusal(rig.update(messageId, { message: 'x', revision: 7 }))).toBe('message_delivered');
      expect(refusal(rig.takeBack(messageId))).toBe('message_delivered');
    }
  });

  it('is refused by a session that is ending or has ended', () => {
    const rig = busy().send({ type: 'command.terminate' });
    expect(refusal(rig.update('two', { message: 'x' }))).toBe('session_ended');
    expect(refusal(rig.takeBack('two'))).toBe('session_ended');
    rig.exit(null);
    expect(refusal(rig.update('two', { message: 'x' }))).toBe('session_ended');
    expect(refusal(rig.takeBack('two'))).toBe('session_ended');
    expect(order(rig)).toEqual(['two', 'three', 'four']);
  });

  it('grows the revision of the queue, whatever makes it', () => {
    const rig = inTurn();
    const revision = () => rig.snapshot.context.queueRevision;
    expect(revision()).toBe(0);
    rig.message('two', { messageId: 'two' }).message('three', { messageId: 'three', whenBusy: 'interrupt' });
    expect(revision()).toBe(2);
    rig.update('two', { message: 'x' }).takeBack('two');
    expect(revision()).toBe(4);
    rig.draft(turnEnds());
    expect(revision()).toBe(5);
  });
});

describe('a messageId that was used for other content', () => {
  const used = { messageId: 'm' };

  it.each([
    ['in the queue of a starting session', () => newSession().message('first', used)],
    ['in a running turn', () => idle().message('first', used)],
    ['in a turn that has ended', () => idle().message('first', used).draft(turnEnds())],
    ['in the queue', () => inTurn().message('first', used)],
    ['in the queue, edited', () => inTurn().message('first', used).update('m', { message: 'second' })],
    ['in the queue, taken back', () => inTurn().message('first', used).takeBack('m')],
    [
      'in a turn that is being interrupted',
      () => idle().message('first', used).send({ type: 'command.interrupt' }),
    ],
  ])('is refused, and accepted again with the same content: %s', (_, prepare) => {
    const rig = prepare();
    const { queue } = rig.snapshot.context;
    for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) {
      expect(lines(rig, () => rig.message('second', { ...used, whenBusy }))).toEqual([]);
      expect(problemOf(rig)).toMatchObject({
        type: 'urn:greenroom:error:message_conflict',
        status: 409,
        messageId: 'm',
      });
      expect(lines(rig, () => rig.message('first', { ...used, whenBusy }))).toEqual([]);
      expect(disposition(rig)).toBe('duplicate');
    }
    expect(rig.snapshot.context.queue).toBe(queue);
  });
});

describe('a full queue', () => {
  it('takes no more messages than its number', () => {
    const rig = busy({ queuedMessages: 3 });
    rig.message('one more', { messageId: 'five' });
    expect(problemOf(rig)?.detail).toBe('3 messages are already queued');
    expect(order(rig)).toEqual(['two', 'three', 'four']);
  });

  it('takes no more messages than its bytes, in UTF-8', () => {
    const rig = inTurn({ queuedBytes: 10 });
    rig.message('ä'.repeat(4), { messageId: 'two' });
    rig.message('ää', { messageId: 'three' });
    rig.message('x', { messageId: 'four' });
    expect(problemOf(rig)?.detail).toBe('messages of 12 bytes are already queued; the limit is 10');
    expect(order(rig)).toEqual(['two', 'three']);
    rig.takeBack('two');
    rig.message('x', { messageId: 'four' });
    expect(order(rig)).toEqual(['three', 'four']);
  });
});
