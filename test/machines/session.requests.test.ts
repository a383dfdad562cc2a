import { describe, expect, it } from 'vitest';
import type { SessionInputEvent } from '../../machines/index.js';
import { statusOf } from '../../machines/index.js';
import { asks, asksPermission, threadStarts, turnEnds } from '../support/drafts.js';
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

  it.each([
    'perm_u1_2',
    'perm_u1_0',
    'perm_u1_01',
    'perm_u1_1 ',
    'perm_u1_1.0',
    'perm_u1_-1',
    'perm_u1_',
    'perm_u2_1',
    'p',
    '',
    'constructor',
    '__proto__',
  ])('is not found by an id that was never given: %s', (id) => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(lines(rig, () => rig.send(reply(id)))).toEqual([]);
    expect(refusal(rig)).toBe('not_found');
    expect(refusal(rig.send(reply('perm_u1_1')).send(reply(id)))).toBe('not_found');
  });

  it('is found by its id after all others', () => {
    const rig = inTurn();
    for (let i = 1; i <= 12; i++) rig.draft(asksPermission(`p${i}`)).send(reply(`perm_u1_${i}`));
    for (const id of ['perm_u1_1', 'perm_u1_12']) {
      expect(refusal(rig.send(reply(id)))).toBe('request_not_pending');
    }
    expect(refusal(rig.send(reply('perm_u1_13')))).toBe('not_found');
  });

  it('is known after a restart', () => {
    const rig = inTurn().draft(asksPermission('p')).send({ type: 'daemon.restarted' });
    expect(refusal(rig.send(reply('perm_u1_1')))).toBe('request_not_pending');
  });

  it('cannot be answered like a question', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asks('q'));
    for (const command of [answer('perm_u1_1', ['red']), reject('ques_u1_1'), reply('ques_u1_2')]) {
      expect(lines(rig, () => rig.send(command))).toEqual([]);
      expect(refusal(rig)).toBe('not_found');
    }
  });

  it('takes only the replies that it offers', () => {
    const rig = inTurn().draft(asksPermission('p', { replies: ['once', 'reject'] }));
    expect(lines(rig, () => rig.send(reply('perm_u1_1', 'always')))).toEqual([]);
    expect(refusal(rig)).toBe('invalid_request');
    expect(rig.answers.at(-1)).toMatchObject({
      problem: { detail: expect.stringContaining('once, reject') },
    });
    expect(refusal(rig.send(reply('perm_u1_1', 'once')))).toBeNull();
  });

  it('takes any reply if an earlier version asked, without a list', () => {
    const rig = inTurn().draft(asksPermission('p', { replies: undefined as never }));
    expect(refusal(rig.send(reply('perm_u1_1', 'always')))).toBeNull();
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

  it.each([
    [[], [[], []], ''],
    [[['red']], [['red'], []], 'red'],
    [[[], ['here']], [[], ['here']], ''],
  ])('leaves questions without an answer empty: %j', (given, answers, response) => {
    const rig = inTurn().draft(asks('q', ['Which?', 'Where?']));
    rig.send(answer('ques_u1_1', ...given));
    expect(rig.events.at(-1)).toMatchObject({ data: { status: 'answered', answers, response } });
    expect(rig.effects.at(-1)).toEqual({ type: 'answer', key: 'q', answers });
  });

  it('refuses too many answers and stays pending', () => {
    const rig = inTurn().draft(asks('q', ['Which?', 'Where?']));
    for (const answers of [
      [['red'], ['here'], ['now']],
      [[], [], []],
      [['red', 'blue'], ['here']],
    ]) {
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

describe('a request that nobody answers in time', () => {
  const expired = (requestId: string) =>
    ({ type: 'request.expired', requestId }) satisfies Untimed<SessionInputEvent>;

  it('is cancelled, and the agent is told that its permission is rejected', () => {
    const rig = inTurn().draft(asksPermission('p', { command: 'ls' }));
    expect(lines(rig, () => rig.send(expired('perm_u1_1')))).toEqual([
      'permission.resolved denied cancelled',
    ]);
    const message = 'Nobody answered in time.';
    expect(rig.events.at(-1)).toMatchObject({
      source: 'daemon',
      data: { metadata: { command: 'ls', resolved_by: 'daemon', message } },
    });
    expect(rig.effects.at(-1)).toEqual({ type: 'reply', key: 'p', reply: 'reject', message });
    expect(statusOf(rig.snapshot.value)).toBe('running');
    expect(refusal(rig.send(reply('perm_u1_1')))).toBe('request_not_pending');
  });

  it('is cancelled, and the agent is told that its question is rejected', () => {
    const rig = inTurn().draft(asks('q'));
    expect(lines(rig, () => rig.send(expired('ques_u1_1')))).toEqual(['question.resolved rejected']);
    expect(rig.events.at(-1)).toMatchObject({
      source: 'daemon',
      data: { answers: null, resolved_by: 'daemon', metadata: { resolved_by: 'daemon' } },
    });
    expect(rig.effects.at(-1)).toEqual({ type: 'reject', key: 'q' });
  });

  it('is the only one to be cancelled', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asks('q'));
    expect(lines(rig, () => rig.send(expired('perm_u1_1')))).toHaveLength(1);
    expect(statusOf(rig.snapshot.value)).toBe('waiting');
    expect(refusal(rig.send(answer('ques_u1_2', ['red'])))).toBeNull();
  });

  it('may come from a sub-agent between turns', () => {
    const rig = inTurn()
      .draft(threadStarts('t'))
      .draft(asksPermission('p', {}, 't'))
      .draft(turnEnds());
    expect(lines(rig, () => rig.send(expired('perm_u1_1')))).toEqual([
      'permission.resolved denied cancelled',
    ]);
    expect(rig.effects.at(-1)).toMatchObject({ type: 'reply', key: 'p', reply: 'reject' });
  });

  it.each(['perm_u1_1', 'ques_u1_2', 'perm_u1_3', 'constructor'])(
    'changes nothing if it is not pending: %s',
    (id) => {
      const rig = inTurn().draft(asksPermission('p')).draft(asks('q')).draft(asks('q2'));
      rig.send(reply('perm_u1_1')).send(reject('ques_u1_2'));
      const { effects } = rig;
      const count = effects.length;
      expect(lines(rig, () => rig.send(expired(id)))).toEqual([]);
      expect(effects).toHaveLength(count);
    },
  );

  it('is left to the end of a session that is ending', () => {
    const rig = inTurn().draft(asksPermission('p')).send({ type: 'command.terminate' });
    expect(lines(rig, () => rig.send(expired('perm_u1_1')))).toEqual([]);
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
