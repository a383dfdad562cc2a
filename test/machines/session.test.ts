import { describe, expect, it } from 'vitest';
import { isUnsettled, pendingOf, statusOf } from '../../machines/index.js';
import { asks, asksPermission, complete, delta, fails, says, start, turnEnds } from '../support/drafts.js';
import { emitted, eventsOf, idle, inTurn, lines, newSession } from '../support/session-helpers.js';

describe('a session', () => {
  it('starts when its agent is ready, with the metadata of both', () => {
    const rig = newSession({ metadata: { agent: 'test', model: 'x' } });
    rig.send({ type: 'agent.ready', nativeSessionId: null, metadata: { version: '1.2', model: 'y' } });
    expect(rig.events).toEqual([
      {
        event_id: 'evt_u1_1',
        sequence: 1,
        time: '2026-01-01T00:00:00.000Z',
        session_id: 's1',
        native_session_id: null,
        synthetic: true,
        source: 'daemon',
        type: 'session.started',
        data: { metadata: { agent: 'test', model: 'y', version: '1.2' } },
        raw: null,
      },
    ]);
  });

  it("starts with the agent's metadata", () => {
    const rig = newSession().draft({
      type: 'session.started',
      native_session_id: 'n1',
      metadata: { model: 'y' },
    });
    expect(rig.events).toMatchObject([
      { source: 'agent', native_session_id: 'n1', data: { metadata: { agent: 'test', model: 'y' } } },
    ]);
  });

  it('starts before any output of its agent', () => {
    expect(emitted(newSession(), delta('a', 'Hi'))).toEqual([
      'session.started',
      'start* 1 assistant message',
      'delta 1 Hi',
    ]);
  });

  it('starts once', () => {
    const rig = idle();
    expect(lines(rig, () => rig.ready().draft({ type: 'session.started' }))).toEqual([]);
  });

  it('numbers its events, with ids derived from its uid', () => {
    const rig = inTurn({ sessionId: 'mine', uid: 'x9' })
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds());
    expect(rig.events.map((event) => event.sequence)).toEqual(rig.events.map((_, i) => i + 1));
    expect(rig.events.map((event) => event.event_id)).toEqual(rig.events.map((_, i) => `evt_x9_${i + 1}`));
    expect(new Set(rig.events.map((event) => event.session_id))).toEqual(new Set(['mine']));
    expect(eventsOf(rig, 'item.completed').map(({ data }) => data.item.item_id)).toEqual([
      'itm_x9_1',
      'itm_x9_2',
    ]);
  });

  it('passes errors on with their details', () => {
    const rig = inTurn();
    const details = { retryable: true, category: 'overloaded' } as const;
    expect(emitted(rig, { type: 'error', message: 'slow down', code: 'overloaded', details })).toEqual([
      'error',
    ]);
    expect(rig.events.at(-1)).toMatchObject({
      source: 'agent',
      data: { message: 'slow down', code: 'overloaded', details },
    });
    rig.draft(fails('no'));
    expect(rig.events.at(-1)?.data).toMatchObject({ message: 'no', code: null });
  });

  it('reports unparsed payloads', () => {
    const rig = inTurn().draft({ type: 'agent.unparsed', error: 'no such type', location: 'test' });
    expect(rig.events.at(-1)).toMatchObject({
      type: 'agent.unparsed',
      source: 'daemon',
      data: { error: 'no such type', location: 'test', raw_hash: null },
    });
  });

  it('has a status', () => {
    const rig = newSession();
    const status = () => statusOf(rig.snapshot.value);
    expect(status()).toBe('starting');
    rig.ready();
    expect(status()).toBe('idle');
    rig.message('hello');
    expect(status()).toBe('running');
    rig.draft(asksPermission('p'));
    expect(status()).toBe('waiting');
    rig.draft(turnEnds());
    expect(status()).toBe('idle');
    rig.send({ type: 'command.terminate' });
    expect(status()).toBe('running');
    rig.exit(0);
    expect(status()).toBe('ended');
  });

  it('lists pending requests', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asks('q'));
    expect(pendingOf(rig.snapshot.context)).toMatchObject({
      permissions: [{ permission_id: 'perm_u1_1' }],
      questions: [{ question_id: 'ques_u1_2' }],
    });
  });

  it('is unsettled if a restarted daemon has anything to do for it', () => {
    const unsettled = (rig: ReturnType<typeof newSession>) => isUnsettled(rig.snapshot.context);
    expect([newSession(), inTurn(), newSession().message('hello')].map(unsettled)).toEqual([
      true,
      true,
      true,
    ]);
    expect(unsettled(idle().draft(start(says('a'))))).toBe(true);
    expect(unsettled(idle().draft(asks('q')))).toBe(true);
    expect([idle(), idle().exit(1)].map(unsettled)).toEqual([false, false]);
    const settled = inTurn().draft(turnEnds());
    expect(unsettled(settled)).toBe(false);
  });
});

describe("the provider's session id", () => {
  it('is carried by all events once it is known', () => {
    const rig = newSession().draft(fails('warming up'));
    rig.draft({ type: 'session.started', native_session_id: 'n1' }).message('hello').draft(turnEnds());
    const [started, error, ...rest] = rig.events.map((event) => event.native_session_id);
    expect([started, error]).toEqual([null, null]);
    expect(new Set(rest)).toEqual(new Set(['n1']));
  });

  it('may change', () => {
    const rig = inTurn().draft(delta('a', 'Hel'));
    rig.draft({ type: 'session.started', native_session_id: 'n2' }).draft(delta('a', 'lo')).draft(turnEnds());
    expect(rig.events.slice(-3).map((event) => event.native_session_id)).toEqual(['n2', 'n2', 'n2']);
    expect(rig.events.at(-4)?.native_session_id).toBe('native-1');
    expect(rig.snapshot.context.nativeSessionId).toBe('n2');
  });

  it('is kept if a restarted agent does not report it', () => {
    const rig = idle().send({ type: 'agent.ready', nativeSessionId: null, metadata: {} }).message('hello');
    expect(rig.events.at(-1)?.native_session_id).toBe('native-1');
  });
});

describe('the time of a session', () => {
  it('does not go back when the clock does', () => {
    const rig = inTurn();
    const times = ['2026-05-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z'];
    for (const [i, at] of times.entries()) {
      const draft = delta('a', `${i}`);
      rig.actor.send({ type: 'draft.item.delta', draft, raw: null, at });
    }
    expect(
      eventsOf(rig, 'item.delta')
        .slice(-3)
        .map((event) => event.time),
    ).toEqual(['2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z']);
  });
});

describe('an event', () => {
  it('has the agent as its source, or the daemon if synthetic', () => {
    const rig = inTurn()
      .draft(delta('a', 'Hel'))
      .draft(complete(says('a', 'Hello')))
      .draft(turnEnds());
    const sources = rig.events.slice(5).map(({ type, source, synthetic }) => [type, source, synthetic]);
    expect(sources).toEqual([
      ['item.started', 'daemon', true],
      ['item.delta', 'agent', false],
      ['item.delta', 'daemon', true],
      ['item.completed', 'agent', false],
      ['turn.ended', 'agent', false],
    ]);
  });

  it('carries the native payload, even if synthetic', () => {
    const rig = idle();
    const raws: [string, string | null][] = [];
    rig.actor.on('event', ({ event, raw }) => raws.push([event.type, raw]));
    rig.message('hello');
    const message = complete(says('a', 'Hello'));
    rig
      .draft(start(says('b')))
      .draft(delta('b', 'Hi'))
      .draft(message);
    expect(raws.slice(0, 4).map(([, raw]) => raw)).toEqual([null, null, null, null]);
    expect(raws.slice(4)).toEqual([
      ['item.started', JSON.stringify(start(says('b')))],
      ['item.delta', JSON.stringify(delta('b', 'Hi'))],
      ['item.started', JSON.stringify(message)],
      ['item.delta', JSON.stringify(message)],
      ['item.completed', JSON.stringify(message)],
    ]);
    expect(rig.events.every((event) => event.raw === null)).toBe(true);
  });

  it("adds its turn's usage and cost to the session's", () => {
    const rig = inTurn();
    rig.draft(
      turnEnds('completed', { metadata: { usage: { input_tokens: 2, cached_tokens: 1 }, cost_usd: 0.5 } }),
    );
    rig
      .message('two')
      .draft(turnEnds('error', { metadata: { usage: { input_tokens: 3, output_tokens: 4 } } }));
    rig.message('three').draft(turnEnds('completed', { metadata: { cost_usd: 0.25 } }));
    expect(rig.snapshot.context.usage).toEqual({
      input_tokens: 5,
      cached_tokens: 1,
      output_tokens: 4,
      total_tokens: 7,
    });
    expect(rig.snapshot.context.costUsd).toBe(0.75);
  });
});
