import { describe, expect, it } from 'vitest';
import { type OpenLog, openLog } from '../../src/log/index.js';
import type { SessionInfo, SessionState, UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { sseEvents } from '../support/sse-text.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { eventsUntil, nth } from '../support/turns.js';

/** Sends a message and returns all events of its stream. */
async function streamed(daemon: TestDaemon, body: object, query = ''): Promise<UniversalEvent[]> {
  const response = await daemon.fetch('POST', `/v1/sessions/one/messages/stream${query}`, body);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  return sseEvents(await response.text());
}

const ends = (events: UniversalEvent[]) => events.filter(({ type }) => type === 'turn.ended').length;

describe('the stream of a message', () => {
  it('has the events of its own turn, from start to end', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await streamed(daemon, { message: 'echo first' });
    const events = await streamed(daemon, { message: 'echo second' });
    expect(events[0]!.type).toBe('turn.started');
    expect(events.at(-1)!.type).toBe('turn.ended');
    expect(assistantTexts(events)).toEqual(['second']);
    expect((await daemon.events('one')).slice(-events.length)).toEqual(events);
  });

  it('includes native payloads on request', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const events = await streamed(daemon, { message: 'echo hi' }, '?include_raw=true');
    expect(events.filter(({ source }) => source === 'agent').every(({ raw }) => raw !== null)).toBe(true);
    expect((await streamed(daemon, { message: 'echo hi' })).every(({ raw }) => raw === null)).toBe(true);
  });

  it('ends with the turn of a queued message', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    const second = streamed(daemon, { message: 'echo second' });
    const queued = async () => (await daemon.call<{ queued: number }>('GET', '/v1/sessions/one')).queued;
    await expect.poll(queued, { interval: 5 }).toBe(1);
    const third = streamed(daemon, { message: 'echo third' });
    await expect.poll(queued, { interval: 5 }).toBe(2);
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    expect(ends(await second)).toBe(2);
    expect(assistantTexts(await second)).toEqual(expect.arrayContaining(['second']));
    expect(assistantTexts(await second)).not.toContain('third');
    expect(ends(await third)).toBe(3);
    expect(assistantTexts(await third)).toContain('third');
  });

  it('ends with the running turn for a steered message', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    const steered = streamed(daemon, { message: 'and hurry', whenBusy: 'steer' });
    await expect
      .poll(async () => userTexts(await daemon.events('one')), { interval: 5 })
      .toContain('and hurry');
    await daemon.say('one', 'echo after');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    const events = await steered;
    expect([ends(events), events.at(-1)!.type]).toEqual([1, 'turn.ended']);
    expect(userTexts(events)).toEqual(['and hurry']);
  });

  it('ends at once for a message that was already handled', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await streamed(daemon, { message: 'echo hi', messageId: 'm' });
    expect(await streamed(daemon, { message: 'echo hi', messageId: 'm' })).toEqual([]);
  });

  it('ends with the turn of the queued message if that is sent again', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    await daemon.say('one', 'echo queued', { messageId: 'm' });
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages/stream', {
      message: 'echo queued',
      messageId: 'm',
    });
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    expect(assistantTexts(sseEvents(await response.text()))).toContain('queued');
  });

  it('ends with the session if the message never gets a turn', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages/stream', { message: 'never' });
    await daemon.call('POST', '/v1/sessions/one/terminate');
    expect(sseEvents(await response.text()).at(-1)!.type).toBe('session.ended');
  });

  it('ends with the turn if the agent crashes', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect((await streamed(daemon, { message: 'crash 7' })).at(-1)).toMatchObject({
      type: 'turn.ended',
      data: { metadata: { outcome: 'error' } },
    });
  });

  it('ends with a final error, or with the turn on request', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const first = await streamed(daemon, { message: 'error' });
    expect([first.at(-1)!.type, ends(first)]).toEqual(['error', 0]);
    await nth(daemon, 'one', 'turn.ended');
    const second = await streamed(daemon, { message: 'error' }, '?until=turn');
    expect(second.map(({ type }) => type)).toContain('error');
    expect([second.at(-1)!.type, ends(second)]).toEqual(['turn.ended', 1]);
  });

  it('is refused like a message', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const path = '/v1/sessions/one/messages/stream';
    await expectProblem(await daemon.fetch('POST', path, {}), 'invalid_request');
    for (const until of ['never', '', 'Turn', 'turn&until=turn'])
      await expectProblem(
        await daemon.fetch('POST', `${path}?until=${until}`, { message: 'x' }),
        'invalid_request',
      );
    await daemon.say('one', 'sleep 600000');
    const busy = { message: 'x', whenBusy: 'reject' };
    await expectProblem(await daemon.fetch('POST', path, busy), 'session_busy');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await daemon.fetch('POST', path, { message: 'x' }), 'session_ended');
  });
});

describe('the stream of a message that asks a human', () => {
  const reply = (daemon: TestDaemon, id: string) =>
    daemon.call('POST', `/v1/sessions/one/permissions/${id}/reply`, { reply: 'once' });

  it.each([
    ['permission', 'permission.requested'],
    ['question', 'question.requested'],
    ['subagent ask', 'permission.requested'],
  ])('%s: ends with the request, and nothing follows it', async (message, type) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const events = await streamed(daemon, { message });
    expect(events.map((event) => event.type).filter((each) => each.endsWith('.requested'))).toEqual([type]);
    expect(events.at(-1)!.type).toBe(type);
    const [started] = events;
    expect((await daemon.events('one')).slice(started!.sequence - 1, events.at(-1)!.sequence)).toEqual(
      events,
    );
  });

  it('lets a client that reads it to its end reply, and read on from there', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    let last = (await streamed(daemon, { message: 'permission' })).at(-1)!;
    while (last.type !== 'turn.ended') {
      if (last.type === 'permission.requested') await reply(daemon, last.data.permission_id);
      last = await nextStop(daemon, last.sequence);
    }
    const types = (await daemon.events('one')).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('permission.'))).toEqual([
      'permission.requested',
      'permission.resolved',
      'permission.requested',
      'permission.resolved',
    ]);
  });

  it('goes on to the end of the turn on request', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const stream = streamed(daemon, { message: 'permission' }, '?until=turn');
    for (const count of [1, 2])
      await reply(daemon, (await nth(daemon, 'one', 'permission.requested', count)).data.permission_id);
    expect((await stream).at(-1)!.type).toBe('turn.ended');
  });

  it('is that request for a message that comes later, as stored, and the message is queued', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const first = (await streamed(daemon, { message: 'permission' })).at(-1)!;
    expect(await streamed(daemon, { message: 'echo second' })).toEqual([first]);
    const [raw] = await streamed(daemon, { message: 'echo third' }, '?include_raw=true');
    expect(raw).toEqual((await daemon.events('one', 'include_raw=true'))[first.sequence - 1]);
    expect(raw!.raw).not.toBeNull();
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 3);
    expect(assistantTexts(await daemon.events('one')).slice(-2)).toEqual(['second', 'third']);
  });

  it('ends for a message that is queued before the request', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    await daemon.say('one', 'permission');
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages/stream', { message: 'echo last' });
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    expect(sseEvents(await response.text()).at(-1)!.type).toBe('permission.requested');
  });

  it("does not end with a background sub-agent's request", async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect((await streamed(daemon, { message: 'background ask' })).at(-1)!.type).toBe('turn.ended');
    await nth(daemon, 'one', 'permission.requested');
    const events = await streamed(daemon, { message: 'echo hi' });
    expect([events[0]!.type, events.at(-1)!.type]).toEqual(['turn.started', 'turn.ended']);
  });

  /** Reads on after a sequence until something asks or the turn ends. */
  async function nextStop(daemon: TestDaemon, after: number): Promise<UniversalEvent> {
    const isStop = ({ type, sequence }: UniversalEvent) =>
      sequence > after && (type.endsWith('.requested') || type === 'turn.ended');
    return (await eventsUntil(daemon, 'one', isStop)).at(-1)!;
  }
});

it('is not opened for a client that has disconnected before its message was stored', async () => {
  let hold: Promise<void> | null = null;
  const log: OpenLog = async (options) => {
    const opened = await openLog(options);
    const append = opened.append.bind(opened);
    opened.append = async (...write) => {
      await hold;
      return append(...write);
    };
    return opened;
  };
  const daemon = await testDaemon({ log });
  await daemon.create('one');
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const abort = new AbortController();
  const response = fetch(`${daemon.url}/v1/sessions/one/messages/stream`, {
    method: 'POST',
    body: '{"message":"sleep 600000"}',
    signal: abort.signal,
  });
  const status = async () => (await daemon.call<SessionInfo>('GET', '/v1/sessions/one')).status;
  await expect.poll(status, { interval: 5 }).toBe('running');
  abort.abort();
  await expect(response).rejects.toThrow('abort');
  for (let i = 0; i < 20; i++) await status();
  release();
  const prompted = async () => (await daemon.call<SessionState>('GET', '/v1/sessions/one/state')).agent;
  await expect.poll(prompted, { interval: 5 }).toMatchObject({ delivery: 'delivered' });
  expect(await (await daemon.fetch('GET', '/metrics')).text()).toMatch(/^greenroom_readers 0$/m);
});
