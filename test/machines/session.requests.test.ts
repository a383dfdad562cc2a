import { describe, expect, it } from 'vitest';
import type { SessionInputEvent } from '../../machines/index.js';
import { statusOf } from '../../machines/index.js';
import { asks, asksPermission, turnEnds } from '../support/drafts.js';
import { emitted, eventsOf, inTurn, lines, refusal } from '../support/session-helpers.js';
import type { Untimed } from '../support/session-inputs.js';

const reply = (
  permissionId: string,
  given: 'once' | 'always' | 'reject' = 'once',
  message: string | null = null,
) => ({ type: 'command.reply', permissionId, reply: given, message }) satisfies Untimed<SessionInputEvent>;
const answer = (questionId: string, ...answers: string[][]) =>
  ({ type: 'command.answer', questionId, answers }) satisfies Untimed<SessionInputEvent>;
const reject = (questionId: string) =>
  ({ type: 'command.reject', questionId }) satisfies Untimed<SessionInputEvent>;

describe('a permission', () => {
  it('carries everything the agent reported', () => {
    const rig = inTurn().draft(asksPermission('p', { command: 'rm -rf .' }));
    expect(rig.events.at(-1)).toMatchObject({
      type: 'permission.requested',
      source: 'agent',
      data: {
        permission_id: 'perm_u1_1',
        action: 'command_execution',
        status: 'requested',
        metadata: { command: 'rm -rf .' },
      },
    });
    expect(statusOf(rig.snapshot.value)).toBe('waiting');
  });

  it.each([
    ['once', 'approved'],
    ['always', 'approved'],
    ['reject', 'denied'],
  ] as const)('replied to with %s is %s', (given, status) => {
    const rig = inTurn()
      .draft(asksPermission('p', { command: 'ls' }))
      .send(reply('perm_u1_1', given));
    expect(rig.answers.at(-1)).toEqual({ type: 'accepted', disposition: null });
    expect(rig.events.at(-1)).toMatchObject({
      type: 'permission.resolved',
      source: 'daemon',
      data: {
        permission_id: 'perm_u1_1',
        status,
        metadata: { command: 'ls', reply: given, resolved_by: 'client' },
      },
    });
    expect(rig.effects.at(-1)).toEqual({ type: 'reply', key: 'p', reply: given, message: null });
    expect(statusOf(rig.snapshot.value)).toBe('running');
  });

  it("is rejected with the client's reason", () => {
    const rig = inTurn()
      .draft(asksPermission('p'))
      .send(reply('perm_u1_1', 'reject', 'not there'));
    expect(rig.effects.at(-1)).toMatchObject({ reply: 'reject', message: 'not there' });
    expect(rig.events.at(-1)).toMatchObject({ data: { metadata: { message: 'not there' } } });
  });

  it('is resolved once: a late reply is refused', () => {
    const rig = inTurn().draft(asksPermission('p')).send(reply('perm_u1_1'));
    const effects = rig.effects.length;
    expect(lines(rig, () => rig.send(reply('perm_u1_1', 'reject')))).toEqual([]);
    expect([refusal(rig), rig.effects.length]).toEqual(['request_not_pending', effects]);
  });

  it('is not found by an unknown id', () => {
    const rig = inTurn().draft(asksPermission('p'));
    for (const id of ['perm_u1_2', 'constructor', '__proto__']) {
      expect(lines(rig, () => rig.send(reply(id)))).toEqual([]);
      expect(refusal(rig)).toBe('request_not_pending');
    }
  });

  it('cannot be answered like a question', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asks('q'));
    expect(lines(rig, () => rig.send(answer('perm_u1_1', ['red'])).send(reply('ques_u1_2')))).toEqual([]);
    expect(rig.answers.slice(-2).map((each) => each.type)).toEqual(['refused', 'refused']);
  });

  it('is resolved by the agent when withdrawn', () => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(emitted(rig, { type: 'permission.resolved', key: 'p', reply: 'cancelled' })).toEqual([
      'permission.resolved denied cancelled',
    ]);
    expect(rig.events.at(-1)).toMatchObject({
      source: 'agent',
      data: { metadata: { resolved_by: 'agent' } },
    });
    expect(refusal(rig.send(reply('perm_u1_1')))).toBe('request_not_pending');
  });

  it('is not resolved again by the agent after a reply', () => {
    const rig = inTurn().draft(asksPermission('p')).send(reply('perm_u1_1'));
    expect(emitted(rig, { type: 'permission.resolved', key: 'p', reply: 'once' })).toEqual([]);
  });

  it('is asked once while it is pending', () => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(emitted(rig, asksPermission('p'))).toEqual([]);
    rig.send(reply('perm_u1_1'));
    expect(emitted(rig, asksPermission('p'))).toEqual(['permission.requested']);
    expect(eventsOf(rig, 'permission.requested').at(-1)?.data.permission_id).toBe('perm_u1_2');
  });

  it('is resolved independently of others', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asksPermission('p2')).send(reply('perm_u1_1'));
    expect(statusOf(rig.snapshot.value)).toBe('waiting');
    rig.send(reply('perm_u1_2'));
    expect(statusOf(rig.snapshot.value)).toBe('running');
    expect(rig.effects.slice(-2)).toMatchObject([{ key: 'p' }, { key: 'p2' }]);
  });
});

describe('a question', () => {
  it('carries all questions of a native request, the first one also at the top level', () => {
    const rig = inTurn().draft(asks('q', ['Which?', 'Where?']));
    const [event] = eventsOf(rig, 'question.requested');
    expect(event?.data).toMatchObject({
      question_id: 'ques_u1_1',
      prompt: 'Which?',
      options: ['red', 'blue'],
      response: null,
      answers: null,
      status: 'requested',
    });
    expect(event?.data.questions.map(({ prompt }) => prompt)).toEqual(['Which?', 'Where?']);
  });

  it('is answered with one list per question', () => {
    const rig = inTurn()
      .draft(asks('q', ['Which?', 'Where?']))
      .send(answer('ques_u1_1', ['red'], ['here']));
    expect(rig.events.at(-1)).toMatchObject({
      type: 'question.resolved',
      data: { status: 'answered', response: 'red', answers: [['red'], ['here']], resolved_by: 'client' },
    });
    expect(rig.effects.at(-1)).toEqual({ type: 'answer', key: 'q', answers: [['red'], ['here']] });
  });

  it('may have several answers if it allows them', () => {
    const rig = inTurn()
      .draft(asks('q', ['Which?'], true))
      .send(answer('ques_u1_1', ['red', 'blue']));
    expect(rig.events.at(-1)).toMatchObject({ data: { response: 'red, blue', answers: [['red', 'blue']] } });
  });

  it('refuses too many or too few answers and stays pending', () => {
    const rig = inTurn().draft(asks('q', ['Which?', 'Where?']));
    for (const answers of [[], [['red']], [['red'], ['here'], ['now']], [['red', 'blue'], ['here']]]) {
      expect(lines(rig, () => rig.send(answer('ques_u1_1', ...answers)))).toEqual([]);
      expect(refusal(rig)).toBe('invalid_request');
    }
    expect(refusal(rig.send(answer('ques_u1_1', ['red'], ['here'])))).toBeNull();
  });

  it('is rejected', () => {
    const rig = inTurn().draft(asks('q')).send(reject('ques_u1_1'));
    expect(rig.events.at(-1)).toMatchObject({
      type: 'question.resolved',
      data: { status: 'rejected', response: null, answers: null, resolved_by: 'client' },
    });
    expect(rig.effects.at(-1)).toEqual({ type: 'reject', key: 'q' });
  });

  it('is resolved once: a late answer or rejection is refused', () => {
    const rig = inTurn().draft(asks('q')).send(reject('ques_u1_1'));
    expect(refusal(rig.send(answer('ques_u1_1', ['red'])))).toBe('request_not_pending');
    expect(refusal(rig.send(reject('ques_u1_1')))).toBe('request_not_pending');
  });

  it('is resolved by the agent when answered elsewhere', () => {
    const rig = inTurn().draft(asks('q'));
    expect(emitted(rig, { type: 'question.resolved', key: 'q', answers: [['blue']] })).toEqual([
      'question.resolved answered',
    ]);
    expect(rig.events.at(-1)).toMatchObject({
      source: 'agent',
      data: { response: 'blue', resolved_by: 'agent' },
    });
  });

  it('may have the same key as a permission', () => {
    const rig = inTurn().draft(asksPermission('1')).draft(asks('1'));
    expect(emitted(rig, { type: 'question.resolved', key: '1', answers: null })).toEqual([
      'question.resolved rejected',
    ]);
    expect(refusal(rig.send(reply('perm_u1_1')))).toBeNull();
  });
});

describe('unresolved requests', () => {
  it('are cancelled before their turn ends', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asks('q'));
    expect(emitted(rig, turnEnds())).toEqual([
      'permission.resolved denied cancelled',
      'question.resolved rejected',
      'turn.ended completed',
    ]);
    expect(eventsOf(rig, 'permission.resolved')[0]).toMatchObject({
      source: 'daemon',
      data: { metadata: { resolved_by: 'daemon' } },
    });
    expect(eventsOf(rig, 'question.resolved')[0]?.data.resolved_by).toBe('daemon');
    expect(refusal(rig.send(reply('perm_u1_1')))).toBe('request_not_pending');
  });

  it('are cancelled when the agent exits, even between turns', () => {
    const rig = inTurn({ onAgentExit: 'resume' }).draft(turnEnds()).draft(asksPermission('p'));
    expect(lines(rig, () => rig.exit(0))).toEqual(['permission.resolved denied cancelled']);
  });

  it('are cancelled when the daemon has restarted', () => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(lines(rig, () => rig.send({ type: 'daemon.restarted' }))).toEqual([
      'permission.resolved denied cancelled',
      'turn.ended interrupted',
    ]);
  });

  it('are cancelled before the session ends', () => {
    const rig = inTurn().draft(asks('q'));
    expect(lines(rig, () => rig.send({ type: 'command.terminate' }).exit(null))).toEqual([
      'question.resolved rejected',
      'turn.ended interrupted',
      'session.ended terminated',
    ]);
  });
});
