import { describe, expect, it } from 'vitest';
import type { Draft, DraftOf, StreamUntil, WhenBusy } from '../../src/schema/index.js';
import { MessageStreams } from '../../src/sessions/message-streams.js';
import { asks, asksPermission, complete, fails, says, threadStarts, turnEnds } from '../support/drafts.js';
import { SessionRig as MachineRig } from '../support/session-rig.js';
import { SessionRig } from './session-rig.js';

interface Options {
  until?: StreamUntil;
  whenBusy?: WhenBusy;
  messageId?: string;
}

const send = (message: string, { whenBusy = 'queue', messageId = `id of ${message}` }: Options = {}) => ({
  type: 'command.send' as const,
  messageId,
  message,
  attachments: [],
  fingerprint: message,
  whenBusy,
});

/** Sends a message and returns the types of the events in its stream, once it has ended. */
class Reader {
  readonly types: Promise<string[]>;
  isOver = false;

  constructor(rig: SessionRig, message: string, options: Options = {}) {
    const after = rig.events.at(-1)?.sequence ?? 0;
    const range = { after, until: options.until ?? 'request' };
    this.types = rig.session.stream(send(message, options), range).then(async (stream) => {
      const end = await new Promise<number>((resolve) => stream.onEnd(resolve));
      this.isOver = true;
      await rig.committed();
      return rig.events
        .filter(({ sequence }) => sequence > stream.after && sequence <= end)
        .flatMap(({ type }) => (type.startsWith('item.') ? [] : [type]));
    });
  }
}

const read = (rig: SessionRig, message: string, options?: Options) => new Reader(rig, message, options);

const error = (retryable?: boolean): Draft =>
  fails('failed', { details: { retryable, category: 'server' } as DraftOf<'error'>['details'] });
const interrupt = { type: 'command.interrupt' } as const;
const reply = (permissionId: string) =>
  ({ type: 'command.reply', permissionId, reply: 'once', message: null }) as const;

describe('the stream of a message that starts a turn', () => {
  it('ends with the turn', async () => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.payload(complete(says('a', 'Hello')), turnEnds());
    rig.payload({ type: 'turn.started' }, turnEnds());
    expect(await reader.types).toEqual(['turn.started', 'turn.ended']);
  });

  it('ends with the turn even if that fails before the answer to the client', async () => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.session.command(interrupt);
    expect(await reader.types).toEqual(['turn.started', 'turn.ended']);
  });

  it.each([
    ['a permission', asksPermission('p'), 'permission.requested'],
    ['a question', asks('q'), 'question.requested'],
  ])('ends with %s', async (_, draft, type) => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.payload(draft, asksPermission('second'), turnEnds());
    expect(await reader.types).toEqual(['turn.started', type]);
  });

  it('ends with the request of a sub-agent that ends with the turn', async () => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.payload(threadStarts('t1', { endsWithTurn: true }), asksPermission('p', {}, 't1'), turnEnds());
    expect(await reader.types).toEqual(['turn.started', 'permission.requested']);
  });

  it.each([
    ['that was announced', [threadStarts('t1')]],
    ['that was not', []],
  ])('does not end with the request of a background sub-agent %s', async (_, before) => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.payload(...before, asksPermission('p', {}, 't1'), turnEnds());
    expect(await reader.types).toEqual(['turn.started', 'permission.requested', 'turn.ended']);
  });

  it.each([[undefined], [false]])('ends with a final error (retryable: %s)', async (retryable) => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.payload(error(true), error(retryable), turnEnds('error'));
    expect(await reader.types).toEqual(['turn.started', 'error', 'error']);
  });

  it('ends with the crash of the agent', async () => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello');
    await rig.called('prompt hello');
    rig.fake.exit({ code: 3 });
    expect(await reader.types).toEqual(['turn.started', 'error']);
  });

  it('ends with the session', async () => {
    const rig = await SessionRig.open();
    const queued = [read(rig, 'hello'), read(rig, 'never')];
    await rig.called('prompt hello');
    await rig.session.command({ type: 'command.terminate' });
    expect(await queued[0]!.types).toEqual(['turn.started', 'turn.ended']);
    expect(await queued[1]!.types).toEqual(['turn.started', 'turn.ended', 'session.ended']);
  });

  it('goes on to the end of the turn on request', async () => {
    const rig = await SessionRig.open();
    const reader = read(rig, 'hello', { until: 'turn' });
    await rig.called('prompt hello');
    rig.payload(asks('q'), error(false));
    await rig.committed();
    expect(reader.isOver).toBe(false);
    rig.payload(turnEnds());
    expect(await reader.types).toEqual([
      'turn.started',
      'question.requested',
      'error',
      'question.resolved',
      'turn.ended',
    ]);
  });
});

describe('the stream of a queued message', () => {
  it('ends with its own turn', async () => {
    const rig = await SessionRig.inTurn();
    const [second, third] = [read(rig, 'second'), read(rig, 'third')];
    rig.payload(turnEnds());
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect(await second.types).toEqual(['turn.ended', 'turn.started', 'turn.ended']);
    await rig.called('prompt third');
    rig.payload(asks('q'));
    expect((await third.types).slice(-2)).toEqual(['turn.started', 'question.requested']);
  });

  it('does not end with the error of an earlier turn', async () => {
    const rig = await SessionRig.inTurn();
    const reader = read(rig, 'second');
    rig.payload(error(false));
    // The crash ends the first turn and starts the second in one step.
    rig.fake.exit({ code: 3 });
    await rig.startAgent();
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect(await reader.types).toEqual(['error', 'error', 'turn.ended', 'turn.started', 'turn.ended']);
  });

  it('ends with the request of an earlier turn, without which it gets no turn', async () => {
    const rig = await SessionRig.inTurn();
    const reader = read(rig, 'second');
    rig.payload(asksPermission('p'));
    expect(await reader.types).toEqual(['permission.requested']);
    expect(rig.session.info().queued).toBe(1);
  });

  it('ends if the message is taken back', () => {
    const machine = new MachineRig().ready().message('first').message('second', { messageId: 'm2' });
    const streams = new MessageStreams();
    const ends: number[] = [];
    streams
      .begin({ messageId: 'm2', until: 'request', after: 0 }, machine.snapshot)
      .onEnd((end) => ends.push(end));
    streams.settle(machine.snapshot);
    expect(ends).toEqual([]);
    const { context } = machine.snapshot;
    streams.settle({ ...machine.snapshot, context: { ...context, queue: [] } });
    expect(ends).toEqual([context.sequence]);
  });
});

describe('on a session that waits for a human, the stream of a message', () => {
  it.each(['queue', 'steer'] as const)('is the request, and the message is taken: %s', async (whenBusy) => {
    const rig = await SessionRig.inTurn();
    rig.payload(asksPermission('p'), asks('q'));
    await rig.committed();
    const reader = read(rig, 'second', { whenBusy });
    expect(await reader.types).toEqual(['permission.requested']);
    await rig.session.command(reply('perm_u1_1'));
    rig.payload(turnEnds());
    await rig.called(`${whenBusy === 'queue' ? 'prompt' : 'steer'} second`);
  });

  it('is the request that is still pending', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(asksPermission('p'), asks('q'));
    await rig.session.command(reply('perm_u1_1'));
    expect(await read(rig, 'second').types).toEqual(['question.requested']);
  });

  it('begins with the request and ends with its own turn on demand', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(asksPermission('p'), error(true));
    await rig.committed();
    const reader = read(rig, 'second', { until: 'turn' });
    await rig.session.command(reply('perm_u1_1'));
    rig.payload(turnEnds());
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect(await reader.types).toEqual([
      'permission.requested',
      'error',
      'permission.resolved',
      'turn.ended',
      'turn.started',
      'turn.ended',
    ]);
  });

  it('is its own turn if it interrupts the one that waits', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(asksPermission('p'));
    await rig.committed();
    const reader = read(rig, 'second', { whenBusy: 'interrupt' });
    rig.payload(asks('too late'));
    rig.payload(turnEnds('interrupted'));
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect((await reader.types).slice(-3)).toEqual(['turn.ended', 'turn.started', 'turn.ended']);
  });

  it('is its own turn if only a background sub-agent waits', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(threadStarts('t1'), asksPermission('p', {}, 't1'), turnEnds());
    await rig.committed();
    const reader = read(rig, 'second');
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect(await reader.types).toEqual(['turn.started', 'turn.ended']);
  });
});

describe('the stream of a steered message', () => {
  it('ends with the running turn, and its requests', async () => {
    const rig = await SessionRig.inTurn();
    const readers = [
      read(rig, 'more', { whenBusy: 'steer' }),
      read(rig, 'and more', { whenBusy: 'steer', until: 'turn' }),
    ];
    await rig.called('steer more');
    rig.payload(asks('q'));
    expect(await readers[0]!.types).toEqual(['question.requested']);
    rig.payload(turnEnds());
    expect((await readers[1]!.types).at(-1)).toBe('turn.ended');
  });
});

describe('the stream of a message that is sent again', () => {
  it('ends with its turn while that is running', async () => {
    const rig = await SessionRig.inTurn();
    await rig.send('more', 'steer');
    const readers = [read(rig, 'hello'), read(rig, 'more')];
    await rig.committed();
    rig.payload(turnEnds());
    for (const { types } of readers) expect(await types).toEqual(['turn.ended']);
  });

  it('ends with its turn if it is still queued', async () => {
    const rig = await SessionRig.inTurn();
    await rig.send('second');
    const reader = read(rig, 'second');
    rig.payload(turnEnds());
    await rig.called('prompt second');
    rig.payload(turnEnds());
    expect(await reader.types).toEqual(['turn.ended', 'turn.started', 'turn.ended']);
  });

  it('is empty once its turn has ended, also while another one is running', async () => {
    const rig = await SessionRig.inTurn();
    await rig.send('more', 'steer');
    rig.payload(turnEnds());
    await rig.committed();
    expect(await read(rig, 'hello').types).toEqual([]);
    await rig.send('second');
    expect(await read(rig, 'hello').types).toEqual([]);
    expect(await read(rig, 'more').types).toEqual([]);
  });

  it('is empty while the agent works by itself', async () => {
    const rig = await SessionRig.open();
    const first = read(rig, 'hello', { messageId: 'undefined' });
    await rig.called('prompt hello');
    rig.payload(turnEnds());
    await first.types;
    rig.payload({ type: 'turn.started' });
    await rig.committed();
    expect(await read(rig, 'hello', { messageId: 'undefined' }).types).toEqual([]);
  });
});

describe('the stream of a queued message', () => {
  it('ends at once if the message is taken back', async () => {
    const rig = await SessionRig.inTurn();
    const reader = read(rig, 'later');
    await rig.committed();
    await rig.takeBack('later');
    expect(await reader.types).toEqual([]);
  });

  it('ends with the running turn if the message is steered into it', async () => {
    const rig = await SessionRig.inTurn();
    const reader = read(rig, 'later');
    await rig.committed();
    await rig.update('later', { whenBusy: 'steer' });
    rig.payload(turnEnds());
    expect(await reader.types).toEqual(['turn.ended']);
  });
});

it('is not kept once its reader has left', async () => {
  const rig = await SessionRig.inTurn();
  const stream = await rig.session.stream(send('m'), { after: 0, until: 'request' });
  const ends: number[] = [];
  stream.onEnd((sequence) => ends.push(sequence));
  stream.close();
  await rig.session.command({ type: 'command.terminate' });
  await rig.session.whenEnded;
  expect(ends).toEqual([]);
});

it('has no stream if the message is refused', async () => {
  const rig = await SessionRig.inTurn();
  await expect(read(rig, 'second', { whenBusy: 'reject' }).types).rejects.toThrow('whenBusy');
});
