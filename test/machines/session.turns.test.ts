import { describe, expect, it } from 'vitest';
import { complete, delta, says, turnEnds } from '../support/drafts.js';
import { exits } from '../support/session-inputs.js';
import {
  disposition,
  eventsOf,
  idle,
  inTurn,
  itemAt,
  lines,
  prompts,
  refusal,
  stage,
  told,
} from '../support/story.js';

const stopping = { type: 'daemon.stopping' } as const;
const restarted = { type: 'daemon.restarted' } as const;
const interrupt = { type: 'command.interrupt' } as const;

describe('a message to a session that is idle', () => {
  it('begins a turn and goes to the agent', () => {
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

  it('is taken whatever it says about being busy', () => {
    for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) {
      expect(disposition(idle({ steer: false }).message('hello', { whenBusy }))).toBe('started');
    }
  });
});

describe('a message to a session that is starting', () => {
  it('waits until the agent is there', () => {
    const rig = stage().message('one').message('two');
    expect([disposition(rig), rig.types, rig.effects]).toEqual(['queued', [], []]);
    expect(prompts(rig.ready())).toEqual(['one']);
    expect(rig.types.slice(0, 2)).toEqual(['session.started', 'turn.started']);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['one', 'two']);
  });

  it('is refused when too many wait', () => {
    const rig = stage();
    for (let i = 0; i < 100; i++) rig.message(`${i}`);
    expect(refusal(rig)).toBeNull();
    expect(refusal(rig.message('one too many'))).toBe('overloaded');
  });
});

describe('a message to a session that is busy', () => {
  it('waits for its turn, in the order of arrival', () => {
    const rig = inTurn().message('two').message('three');
    expect(disposition(rig)).toBe('queued');
    expect(prompts(rig)).toEqual(['hello']);
    expect(told(rig, turnEnds())).toEqual([
      'turn.ended completed',
      'turn.started',
      'start* 2 user message',
      'delta* 2 two',
      'completed* 2 two',
    ]);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello', 'two', 'three']);
  });

  it('goes on after a turn that failed', () => {
    expect(prompts(inTurn().message('two').draft(turnEnds('error')))).toEqual(['hello', 'two']);
  });

  it('goes into the running turn where the agent can be steered', () => {
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

  it('waits for the end of a turn that is being interrupted, which would lose it', () => {
    const rig = inTurn({ steer: true }).send({ type: 'command.interrupt' });
    rig.message('this too', { whenBusy: 'steer', messageId: 'm2' });
    expect(disposition(rig)).toBe('queued');
    expect(rig.effects.filter(({ type }) => type === 'steer')).toEqual([]);
  });

  it('is refused where it wants to steer an agent that can not be steered', () => {
    const rig = inTurn({ steer: false });
    expect(lines(rig, () => rig.message('this too', { whenBusy: 'steer' }))).toEqual([]);
    expect(refusal(rig)).toBe('mode_not_supported');
    expect(rig.answers.at(-1)).toMatchObject({ problem: { supported: ['queue', 'interrupt', 'reject'] } });
  });

  it('interrupts the turn and goes before those that wait', () => {
    const rig = inTurn().message('later').message('now', { whenBusy: 'interrupt' });
    expect(disposition(rig)).toBe('queued');
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
    expect(prompts(rig.draft(turnEnds('interrupted')))).toEqual(['hello', 'interrupt', 'now']);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello', 'interrupt', 'now', 'later']);
  });

  it('is refused where it would rather not wait', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.message('now?', { whenBusy: 'reject' }))).toEqual([]);
    expect(refusal(rig)).toBe('session_busy');
    expect(rig.snapshot.context.queue).toEqual([]);
  });

  it('is refused when too many wait, in front as at the back', () => {
    const rig = inTurn();
    for (let i = 0; i < 100; i++) rig.message(`${i}`);
    expect(refusal(rig)).toBeNull();
    expect(refusal(rig.message('one too many'))).toBe('overloaded');
    expect(refusal(rig.message('one too many', { whenBusy: 'interrupt' }))).toBe('overloaded');
    expect(prompts(rig)).toEqual(['hello']);
    expect(refusal(rig.message('to steer', { whenBusy: 'steer' }))).toBeNull();
  });
});

describe('the same messageId again', () => {
  const again = { messageId: 'm1' };

  it('does nothing while the message waits', () => {
    const rig = stage().message('hello', again).message('hello', again);
    expect(disposition(rig)).toBe('duplicate');
    expect(rig.snapshot.context.queue).toHaveLength(1);
  });

  it('does nothing while its turn runs, whatever it says about being busy', () => {
    for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) {
      const rig = inTurn();
      expect(lines(rig, () => rig.message('hello', { ...again, whenBusy }))).toEqual([]);
      expect([disposition(rig), prompts(rig)]).toEqual(['duplicate', ['hello']]);
    }
  });

  it('does nothing after its turn', () => {
    const rig = inTurn().draft(turnEnds());
    expect(lines(rig, () => rig.message('hello', again))).toEqual([]);
    expect(disposition(rig)).toBe('duplicate');
  });

  it('does nothing after hundreds of others', () => {
    const rig = inTurn().draft(turnEnds());
    for (let i = 0; i < 300; i++) rig.message(`${i}`).draft(turnEnds());
    expect(disposition(rig.message('hello', again))).toBe('duplicate');
  });

  it('is taken where the first was refused', () => {
    const rig = inTurn().message('two', { messageId: 'm2', whenBusy: 'reject' }).draft(turnEnds());
    expect(disposition(rig.message('two', { messageId: 'm2' }))).toBe('started');
  });
});

describe('an interrupt', () => {
  it('is passed on once, and the session lives on after the turn', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).send(interrupt).send(interrupt);
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
    expect(told(rig, turnEnds('interrupted'))).toEqual(['failed* 2 Hel', 'turn.ended interrupted']);
    expect(disposition(rig.message('more'))).toBe('started');
  });

  it('makes an error of the agent what the user asked for', () => {
    expect(told(inTurn().send(interrupt), turnEnds('error'))).toEqual(['turn.ended interrupted']);
  });

  it('may come with a message', () => {
    const rig = inTurn().message('now', { whenBusy: 'interrupt' });
    expect(told(rig, turnEnds('error'))[0]).toBe('turn.ended interrupted');
  });

  it('does not make an interruption of a turn that was done', () => {
    expect(told(inTurn().send(interrupt), turnEnds('completed'))).toEqual(['turn.ended completed']);
  });

  it('does not touch the turn that follows', () => {
    const rig = inTurn().message('two').send(interrupt).draft(turnEnds('error'));
    expect(told(rig, turnEnds('error'))).toEqual(['turn.ended error']);
  });

  it('does nothing where no turn runs', () => {
    for (const rig of [stage(), idle()]) {
      expect(lines(rig, () => rig.send(interrupt))).toEqual([]);
      expect([refusal(rig), rig.effects]).toEqual([null, []]);
    }
  });

  it('ends the turn of an agent that did not listen and was ended for it', () => {
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

  it('ends with an error where the agent would not take the message', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.send({ type: 'agent.unprompted', failure: 'no room' }))).toEqual([
      'error',
      'turn.ended error',
    ]);
    expect(rig.events.at(-2)?.data).toMatchObject({ message: 'no room', code: 'agent_unavailable' });
  });
});

describe('a turn', () => {
  it('may be begun by the agent', () => {
    const rig = idle();
    expect(told(rig, { type: 'turn.started' }, complete(says('a', 'Psst')), turnEnds())).toEqual([
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

  it('that the agent began makes messages wait', () => {
    const rig = idle().draft({ type: 'turn.started' }).message('hello');
    expect([disposition(rig), prompts(rig)]).toEqual(['queued', []]);
    expect(prompts(rig.draft(turnEnds()))).toEqual(['hello']);
  });

  it('is not begun twice', () => {
    expect(told(inTurn(), { type: 'turn.started' })).toEqual([]);
  });

  it('ends with what the agent tells of it', () => {
    const metadata = { usage: { input_tokens: 5 }, cost_usd: 0.25, duration_ms: 12 };
    const rig = inTurn().draft(turnEnds('max_turns', { metadata }));
    expect(rig.events.at(-1)).toMatchObject({
      source: 'agent',
      data: { phase: 'ended', turn_id: 'turn_u1_1', metadata: { ...metadata, outcome: 'max_turns' } },
    });
  });

  it('is ended by its own end, and not by a stale one of another', () => {
    const rig = inTurn().draft(turnEnds()).message('two');
    expect(told(rig, turnEnds('error', { turn: 'turn_u1_1' }))).toEqual([]);
    expect(told(rig, turnEnds('completed', { turn: 'turn_u1_2' }))).toEqual(['turn.ended completed']);
  });

  it('does not end where none runs', () => {
    expect(told(idle(), turnEnds())).toEqual([]);
    expect(told(idle(), turnEnds('completed', { turn: 'turn_u1_1' }))).toEqual([]);
  });
});

describe('what waits when the daemon stops', () => {
  it('waits for the next daemon: the turn is closed, and no other begins', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).message('two');
    expect(lines(rig, () => rig.send(stopping))).toEqual(['failed* 2 Hel', 'turn.ended interrupted']);
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata.cause).toBe('daemon_restart');
    expect(lines(rig, () => rig.send(exits({ because: 'daemon_stopping' })))).toEqual([]);
    expect(prompts(rig)).toEqual(['hello']);
  });

  it('begins a turn after the restart', () => {
    const rig = inTurn().message('two').send(stopping).send(restarted);
    expect(prompts(rig)).toEqual(['hello', 'two']);
    expect(itemAt(rig, 2).content).toEqual([{ type: 'text', text: 'two' }]);
  });

  it('begins a turn after the restart of a daemon that was killed', () => {
    const rig = inTurn().message('two');
    expect(lines(rig, () => rig.send(restarted)).slice(0, 2)).toEqual([
      'turn.ended interrupted',
      'turn.started',
    ]);
  });

  it('is no more than the queue: a session with nothing open says nothing', () => {
    const rig = inTurn().draft(turnEnds());
    expect(lines(rig, () => rig.send(stopping).send(restarted))).toEqual([]);
  });

  it('is a session that was starting, which is then started with the next message', () => {
    const rig = stage().message('hello');
    expect(lines(rig, () => rig.send(stopping))).toEqual(['session.started']);
    expect(prompts(rig.send(restarted))).toEqual(['hello']);
  });
});
