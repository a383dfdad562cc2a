import { describe, expect, test } from 'vitest';
import { begun, prompt, turn, turnEvent } from './fake-process.js';

describe('a running turn', () => {
  async function running(options = {}) {
    const given = await begun('t1', {}, options);
    const sent = given.connection.prompt(prompt('go'));
    await given.process.answer('turn/start', { turn: turn('n1') });
    await sent;
    given.process.say(turnEvent('turn/started', 'n1'));
    return given;
  }

  test('is steered by its id', async () => {
    const { connection, process } = await running();
    const steered = connection.steer(prompt('left'));
    const { params } = await process.answer('turn/steer', { turnId: 'n1' });
    await steered;
    expect(params).toMatchObject({ threadId: 't1', expectedTurnId: 'n1', input: [{ text: 'left' }] });
  });

  test('that ends before it is steered leaves the message to the next one', async () => {
    const { connection, process } = await running();
    const steered = connection.steer(prompt('left'));
    await process.refuse('turn/steer', 'no active turn to steer');
    process.say(turnEvent('turn/completed', 'n1'));
    expect((await process.answer('turn/start', { turn: turn('n2') })).params.input[0].text).toBe('left');
    await steered;
    process.say(turnEvent('turn/completed', 'n2'));
    const again = connection.steer(prompt('right'));
    await process.answer('turn/start', { turn: turn('n3') });
    await again;
  });

  test('is interrupted once, without waiting for an answer', async () => {
    const { connection, process } = await running({ interruptMs: 5 });
    const interrupted = connection.interrupt();
    expect((await process.nextCall('turn/interrupt')).params).toEqual({ threadId: 't1', turnId: 'n1' });
    await connection.interrupt();
    await interrupted;
    expect(process.written).toEqual([]);
  });

  test('can be interrupted before its start was answered', async () => {
    const { connection, process } = await begun();
    const sent = connection.prompt(prompt('go'));
    const call = await process.nextCall('turn/start');
    const interrupted = connection.interrupt();
    process.say({ id: call.id!, result: { turn: turn('n1') } }, turnEvent('turn/started', 'n1'));
    await process.answer('turn/interrupt', {});
    await Promise.all([sent, interrupted]);
  });

  test('is interrupted once it is announced: Codex ignores an interrupt before', async () => {
    const { connection, process } = await begun();
    const sent = connection.prompt(prompt('go'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    const interrupted = connection.interrupt();
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.written).toEqual([]);
    process.say(turnEvent('turn/started', 'n1'));
    expect((await process.answer('turn/interrupt', {})).params.turnId).toBe('n1');
    await interrupted;
  });

  test('that has ended is not interrupted', async () => {
    const { connection, process } = await running();
    process.say(turnEvent('turn/completed', 'n1'));
    await connection.interrupt();
    expect(process.written).toEqual([]);
  });

  test('of a sub-agent is interrupted apart from the session’s', async () => {
    const { connection, process } = await running();
    const item = {
      type: 'subAgentActivity',
      id: 'x',
      kind: 'started',
      agentThreadId: 'child',
      agentPath: '/a',
    };
    process.say({ method: 'item/started', params: { threadId: 't1', turnId: 'n1', item } });
    process.say(turnEvent('turn/started', 'c1', 'child'));
    const ofChild = connection.interruptThread('child');
    const { params } = await process.answer('turn/interrupt', {});
    expect(params).toEqual({ threadId: 'child', turnId: 'c1' });
    await ofChild;
    process.say(turnEvent('turn/completed', 'c1', 'child'));
    await connection.interruptThread('child');
    expect(process.written).toEqual([]);
    const interrupted = connection.interrupt();
    expect((await process.answer('turn/interrupt', {})).params.turnId).toBe('n1');
    await interrupted;
  });
});
