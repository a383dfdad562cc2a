import { describe, expect, it } from 'vitest';
import { complete, delta, says, turnEnds } from '../support/drafts.js';
import {
  disposition,
  emitted,
  eventsOf,
  idle,
  inTurn,
  itemAt,
  lines,
  newSession,
  prompts,
  refusal,
} from '../support/session-helpers.js';
import { exits } from '../support/session-inputs.js';

const stopping = { type: 'daemon.stopping' } as const;
const restarted = { type: 'daemon.restarted' } as const;
const interrupt = { type: 'command.interrupt' } as const;

describe('a message to an idle session', () => {
  it('starts a turn and is sent to the agent', () => {
    const rig = inTurn();
    expect(disposition(rig)).toBe('started');
    expect(eventsOf(rig, 'turn.started')[0]?.data).toEqual({
      phase: 'started',
      turn_id: 'turn_u1_1',
      metadata: { message_id: 'm1' },
    });
    expect(rig.effects).toEqual([
      { type: 'prompt', prompt: { turnId: 'turn_u1_1', messageId: 'm1', message: 'hello', attachments: [] } },
    ]);
  });

  it('is accepted with any whenBusy', () => {
    for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) {
      expect(disposition(idle({ steer: false }).message('hello', { whenBusy }))).toBe('started');
    }
  });
});

describe('a message to a starting session', () => {
  it('waits until the agent is ready', () => {
    const rig = newSession().message('one').message('two');
    expect([disposition(rig), rig.types, rig.effects]).toEqual(['queued', [], []]);
    expect(prompts(rig.ready())).toEqual(['one']);
    expect(rig.types.slice(0, 2)).toEqual(['session.started', 'turn.started']);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['one', 'two']);
  });

  it('is refused when the queue is full', () => {
    const rig = newSession();
    for (let i = 0; i < 100; i++) rig.message(`${i}`);
    expect(refusal(rig)).toBeNull();
    expect(refusal(rig.message('one too many'))).toBe('overloaded');
  });
});

describe('a message to a busy session', () => {
  it('is queued in order of arrival', () => {
    const rig = inTurn().message('two').message('three');
    expect(disposition(rig)).toBe('queued');
    expect(prompts(rig)).toEqual(['hello']);
    expect(emitted(rig, turnEnds())).toEqual([
      'turn.ended completed',
      'turn.started',
      'start* 2 user message',
      'delta* 2 two',
      'completed* 2 two',
    ]);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello', 'two', 'three']);
  });

  it('starts a turn even after a failed one', () => {
    expect(prompts(inTurn().message('two').draft(turnEnds('error')))).toEqual(['hello', 'two']);
  });

  it('is steered into the running turn if the agent supports it', () => {
    const rig = inTurn({ steer: true });
    expect(lines(rig, () => rig.message('this too', { whenBusy: 'steer', messageId: 'm2' }))).toEqual([
      'start* 2 user message',
      'delta* 2 this too',
      'completed* 2 this too',
    ]);
    expect(disposition(rig)).toBe('steered');
    expect(rig.effects.at(-1)).toEqual({
      type: 'steer',
      prompt: { turnId: 'turn_u1_1', messageId: 'm2', message: 'this too', attachments: [] },
    });
  });

  it('is queued instead of steered while the turn is being interrupted', () => {
    const rig = inTurn({ steer: true }).send({ type: 'command.interrupt' });
    rig.message('this too', { whenBusy: 'steer', messageId: 'm2' });
    expect(disposition(rig)).toBe('queued');
    expect(rig.effects.filter(({ type }) => type === 'steer')).toEqual([]);
  });

  it('is refused with whenBusy steer if the agent does not support steering', () => {
    const rig = inTurn({ steer: false });
    expect(lines(rig, () => rig.message('this too', { whenBusy: 'steer' }))).toEqual([]);
    expect(refusal(rig)).toBe('mode_not_supported');
    expect(rig.answers.at(-1)).toMatchObject({
      problem: { agent: 'test', supported: ['queue', 'interrupt', 'reject'], details: { mode: 'steer' } },
    });
  });

  it('interrupts the turn and goes to the front of the queue', () => {
    const rig = inTurn().message('later').message('now', { whenBusy: 'interrupt' });
    expect(disposition(rig)).toBe('queued');
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
    expect(prompts(rig.draft(turnEnds('interrupted')))).toEqual(['hello', 'interrupt', 'now']);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello', 'interrupt', 'now', 'later']);
  });

  it('is refused with whenBusy reject', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.message('now?', { whenBusy: 'reject' }))).toEqual([]);
    expect(refusal(rig)).toBe('session_busy');
    expect(rig.snapshot.context.queue).toEqual([]);
  });

  it('is refused when the queue is full, at the front as at the back', () => {
    const rig = inTurn();
    for (let i = 0; i < 100; i++) rig.message(`${i}`);
    expect(refusal(rig)).toBeNull();
    expect(refusal(rig.message('one too many'))).toBe('overloaded');
    expect(refusal(rig.message('one too many', { whenBusy: 'interrupt' }))).toBe('overloaded');
    expect(prompts(rig)).toEqual(['hello']);
    expect(refusal(rig.message('to steer', { whenBusy: 'steer' }))).toBeNull();
  });
});

describe('a duplicate messageId', () => {
  const again = { messageId: 'm1' };

  it('has no effect while the message is queued', () => {
    const rig = newSession().message('hello', again).message('hello', again);
    expect(disposition(rig)).toBe('duplicate');
    expect(rig.snapshot.context.queue).toHaveLength(1);
  });

  it('has no effect during its turn, with any whenBusy', () => {
    for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) {
      const rig = inTurn();
      expect(lines(rig, () => rig.message('hello', { ...again, whenBusy }))).toEqual([]);
      expect([disposition(rig), prompts(rig)]).toEqual(['duplicate', ['hello']]);
    }
  });

  it('has no effect after its turn', () => {
    const rig = inTurn().draft(turnEnds());
    expect(lines(rig, () => rig.message('hello', again))).toEqual([]);
    expect(disposition(rig)).toBe('duplicate');
  });

  it('has no effect after hundreds of others', () => {
    const rig = inTurn().draft(turnEnds());
    for (let i = 0; i < 300; i++) rig.message(`${i}`).draft(turnEnds());
    expect(disposition(rig.message('hello', again))).toBe('duplicate');
  });

  it('is accepted if the first one was refused', () => {
    const rig = inTurn().message('two', { messageId: 'm2', whenBusy: 'reject' }).draft(turnEnds());
    expect(disposition(rig.message('two', { messageId: 'm2' }))).toBe('started');
  });
});

describe('an interrupt', () => {
  it('is sent to the agent once, and the session stays live', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).send(interrupt).send(interrupt);
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
    expect(emitted(rig, turnEnds('interrupted'))).toEqual(['failed* 2 Hel', 'turn.ended interrupted']);
    expect(disposition(rig.message('more'))).toBe('started');
  });

  it('turns an error outcome into interrupted', () => {
    expect(emitted(inTurn().send(interrupt), turnEnds('error'))).toEqual(['turn.ended interrupted']);
  });

  it('may come with a message', () => {
    const rig = inTurn().message('now', { whenBusy: 'interrupt' });
    expect(emitted(rig, turnEnds('error'))[0]).toBe('turn.ended interrupted');
  });

  it('leaves a completed outcome as it is', () => {
    expect(emitted(inTurn().send(interrupt), turnEnds('completed'))).toEqual(['turn.ended completed']);
  });

  it('does not affect the next turn', () => {
    const rig = inTurn().message('two').send(interrupt).draft(turnEnds('error'));
    expect(emitted(rig, turnEnds('error'))).toEqual(['turn.ended error']);
  });

  it('has no effect between turns', () => {
    for (const rig of [newSession(), idle()]) {
      expect(lines(rig, () => rig.send(interrupt))).toEqual([]);
      expect([refusal(rig), rig.effects]).toEqual([null, []]);
    }
  });

  it('ends the turn of an agent that was stopped for ignoring it', () => {
    const rig = inTurn().message('two').send(interrupt);
    expect(lines(rig, () => rig.exit(null, 'interrupt_ignored')).slice(0, 2)).toEqual([
      'turn.ended interrupted',
      'turn.started',
    ]);
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata.cause).toBe('interrupt_ignored');
    expect(prompts(rig)).toEqual(['hello', 'interrupt', 'two']);
  });

  it('ends the turn of a message that never reached the agent', () => {
    const rig = inTurn().send(interrupt);
    expect(lines(rig, () => rig.send({ type: 'agent.unprompted', failure: null }))).toEqual([
      'turn.ended interrupted',
    ]);
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata.cause).toBe('not_delivered');
  });

  it('ends the turn with an error if the agent refused the message', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.send({ type: 'agent.unprompted', failure: 'no room' }))).toEqual([
      'error',
      'turn.ended error',
    ]);
    expect(rig.events.at(-2)?.data).toMatchObject({ message: 'no room', code: 'agent_unavailable' });
  });
});

describe('a turn', () => {
  it('may be started by the agent', () => {
    const rig = idle();
    expect(emitted(rig, { type: 'turn.started' }, complete(says('a', 'Psst')), turnEnds())).toEqual([
      'turn.started',
      'start* 1 assistant message',
      'delta* 1 Psst',
      'completed 1 Psst',
      'turn.ended completed',
    ]);
    expect(eventsOf(rig, 'turn.started')[0]).toMatchObject({
      source: 'agent',
      data: { turn_id: 'turn_u1_1' },
    });
  });

  it('queues messages even if the agent started it', () => {
    const rig = idle().draft({ type: 'turn.started' }).message('hello');
    expect([disposition(rig), prompts(rig)]).toEqual(['queued', []]);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello']);
  });

  it('does not start twice', () => {
    expect(emitted(inTurn(), { type: 'turn.started' })).toEqual([]);
  });

  it("ends with the agent's metadata", () => {
    const metadata = { usage: { input_tokens: 5 }, cost_usd: 0.25, duration_ms: 12 };
    const rig = inTurn().draft(turnEnds('max_turns', { metadata }));
    expect(rig.events.at(-1)).toMatchObject({
      source: 'agent',
      data: { phase: 'ended', turn_id: 'turn_u1_1', metadata: { ...metadata, outcome: 'max_turns' } },
    });
  });

  it('is not ended by a stale end of another turn', () => {
    const rig = inTurn().draft(turnEnds()).message('two');
    expect(emitted(rig, turnEnds('error', { turn: 'turn_u1_1' }))).toEqual([]);
    expect(emitted(rig, turnEnds('completed', { turn: 'turn_u1_2' }))).toEqual(['turn.ended completed']);
  });

  it('does not end if none is running', () => {
    expect(emitted(idle(), turnEnds())).toEqual([]);
    expect(emitted(idle(), turnEnds('completed', { turn: 'turn_u1_1' }))).toEqual([]);
  });
});

describe('a daemon shutdown', () => {
  it('closes the turn and keeps the queue for the next daemon', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).message('two');
    expect(lines(rig, () => rig.send(stopping))).toEqual(['failed* 2 Hel', 'turn.ended interrupted']);
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata.cause).toBe('daemon_restart');
    expect(lines(rig, () => rig.send(exits({ because: 'daemon_stopping' })))).toEqual([]);
    expect(prompts(rig)).toEqual(['hello']);
  });

  it('is followed by the queued turn after a restart', () => {
    const rig = inTurn().message('two').send(stopping).send(restarted);
    expect(prompts(rig)).toEqual(['hello', 'two']);
    expect(itemAt(rig, 2).content).toEqual([{ type: 'text', text: 'two' }]);
  });

  it('may have been a kill: the queued turn starts after the restart', () => {
    const rig = inTurn().message('two');
    expect(lines(rig, () => rig.send(restarted)).slice(0, 2)).toEqual([
      'turn.ended interrupted',
      'turn.started',
    ]);
  });

  it('emits nothing in a session with nothing open', () => {
    const rig = inTurn().draft(turnEnds());
    expect(lines(rig, () => rig.send(stopping).send(restarted))).toEqual([]);
  });

  it('starts a session that was still starting', () => {
    const rig = newSession().message('hello');
    expect(lines(rig, () => rig.send(stopping))).toEqual(['session.started']);
    expect(prompts(rig.send(restarted))).toEqual(['hello']);
  });
});

describe('an agent that made room for another session', () => {
  const yielded = exits({ code: null, signal: 'SIGTERM', because: 'yielded' });

  it('leaves no trace', () => {
    const rig = idle();
    expect(lines(rig, () => rig.send(yielded))).toEqual([]);
    expect(rig.message('hello').types.at(-1)).toBe('item.completed');
    expect(prompts(rig)).toEqual(['hello']);
  });

  it('leaves a message that has come meanwhile to the next process', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.send(yielded))).toEqual([]);
    expect(emitted(rig, turnEnds())).toEqual(['turn.ended completed']);
  });

  it('is cut off in a turn that it had just begun by itself, and the next message has its own', () => {
    const rig = idle().draft({ type: 'turn.started' }).draft(delta('a', 'Hel')).message('hello');
    expect(disposition(rig)).toBe('queued');
    const shown = lines(rig, () => rig.send(yielded));
    expect(shown.slice(0, 3)).toEqual(['failed* 1 Hel', 'turn.ended interrupted', 'turn.started']);
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata.cause).toBe('agent_yielded');
    expect(prompts(rig)).toEqual(['hello']);
  });
});
