import { describe, expect, test } from 'vitest';
import {
  begun,
  type FakeProcess,
  FakeServer,
  prompt,
  session,
  thread,
  turn,
  turnEvent,
  withPlanMode,
} from './fake-process.js';

describe('a prompt', () => {
  test('plans with the model of the thread, which older versions name only beside it', async () => {
    const fake = new FakeServer();
    const { connection } = session(fake.server, { agentMode: 'plan' });
    const ready = connection.start();
    const process = await fake.handshake(1, '0.150.1');
    await process.answer('collaborationMode/list', withPlanMode);
    const { model: _, ...older } = thread('t1').thread;
    await process.answer('thread/start', { ...thread('t1'), thread: older, model: 'gpt-5.4' });
    await ready;
    const sent = connection.prompt(prompt('hello'));
    const { params } = await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(params.collaborationMode).toMatchObject({ mode: 'plan', settings: { model: 'gpt-5.4' } });
  });

  test('sends the plan mode once, as it sticks', async () => {
    const { connection, process } = await begun('t1', { permissionMode: 'plan', variant: 'low' });
    for (const [id, expected] of [
      [
        'n1',
        {
          mode: 'plan',
          settings: { model: 'gpt-5.5', reasoning_effort: 'low', developer_instructions: null },
        },
      ],
      ['n2', undefined],
    ] as const) {
      const sent = connection.prompt(prompt(id));
      const { params } = await process.answer('turn/start', { turn: turn(id) });
      await sent;
      expect(params.collaborationMode).toEqual(expected);
      process.say(turnEvent('turn/completed', id));
    }
  });
});

describe('a plan mode that the program lacks', () => {
  test.each([
    ['it does not know modes', (process: FakeProcess) => process.refuse('collaborationMode/list', 'unknown')],
    [
      'it has other modes',
      (process: FakeProcess) => process.answer('collaborationMode/list', { data: [{ mode: 'default' }] }),
    ],
    ['its answer means nothing', (process: FakeProcess) => process.answer('collaborationMode/list', {})],
  ])('fails the start: %s', async (_, answerModes) => {
    const fake = new FakeServer();
    const { connection, exits, lines } = session(fake.server, { agentMode: 'plan' });
    const ready = connection.start();
    const process = await fake.handshake(1, '0.90.0');
    await answerModes(process);
    await expect(ready).rejects.toThrow('Codex 0.90.0 has no plan mode');
    expect(exits).toMatchObject([{ failure: 'Codex 0.90.0 has no plan mode' }]);
    expect([lines, process.written]).toEqual([[], []]);
  });

  test('is not taken, and the next turn is as before', async () => {
    const { connection, process } = await begun();
    const settings = { model: null, variant: null, agentMode: 'plan', permissionMode: 'plan' } as const;
    const configured = connection.configure(settings);
    await process.refuse('collaborationMode/list', 'unknown');
    await expect(configured).rejects.toThrow('has no plan mode');
    const sent = connection.prompt(prompt('hello'));
    const { params } = await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(params).not.toHaveProperty('collaborationMode');
  });
});
