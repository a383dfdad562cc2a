import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { sseBlocks, sseEvents, textUntil } from '../support/sse-text.js';
import { turn } from '../support/turns.js';

const PATH = '/v1/sessions/one/events/sse';

/** An ended session, whose stream closes by itself. */
async function ended(): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await turn(daemon, 'one', 'tool');
  await daemon.call('POST', '/v1/sessions/one/terminate');
  return daemon;
}

async function read(daemon: TestDaemon, query = '', headers: Record<string, string> = {}): Promise<string> {
  const response = await daemon.fetch('GET', `${PATH}${query}`, undefined, headers);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the event stream of a session', () => {
  it('has an id and a data line for each event, and no other field', async () => {
    const daemon = await ended();
    const events = await daemon.events('one');
    const blocks = sseBlocks(await read(daemon));
    expect(blocks.map(({ fields }) => fields)).toEqual(
      events.map((event) => [`id: ${event.sequence}`, `data: ${JSON.stringify(event)}`]),
    );
  });

  it('forbids proxies to cache or buffer it', async () => {
    const daemon = await ended();
    const { headers, body } = await daemon.fetch('GET', PATH);
    await body!.cancel();
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('starts after the offset', async () => {
    const daemon = await ended();
    const events = await daemon.events('one');
    for (const offset of [0, 1, 7, events.length - 1, events.length, events.length + 10]) {
      expect(sseEvents(await read(daemon, `?offset=${offset}`)), `${offset}`).toEqual(events.slice(offset));
    }
  });

  it('starts after Last-Event-ID, which takes precedence over the offset', async () => {
    const daemon = await ended();
    const events = await daemon.events('one');
    expect(sseEvents(await read(daemon, '?offset=2', { 'last-event-id': '5' }))).toEqual(events.slice(5));
  });

  it('answers 204 to a reconnecting client that has all events, to stop its retries', async () => {
    const daemon = await ended();
    const last = String((await daemon.events('one')).length);
    const { status } = await daemon.fetch('GET', PATH, undefined, { 'last-event-id': last });
    expect(status).toBe(204);
  });

  it('includes native payloads on request', async () => {
    const daemon = await ended();
    const raw = await daemon.events('one', 'include_raw=true');
    expect(sseEvents(await read(daemon, '?include_raw=true'))).toEqual(raw);
    expect(sseEvents(await read(daemon, '?includeRaw=true'))).toEqual(raw);
  });

  it('continues from stored to live events without a gap, and closes after session.ended', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'echo before');
    const whole = read(daemon);
    await turn(daemon, 'one', 'burst 300');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const events = sseEvents(await whole);
    expect(events.at(-1)!.type).toBe('session.ended');
    expect(events).toEqual(await daemon.events('one'));
  });

  it('sends comments as a heartbeat while nothing happens', async () => {
    const daemon = await testDaemon({ keepAliveMs: 5 });
    await daemon.create('one');
    const response = await daemon.fetch('GET', PATH);
    const text = await textUntil(response, (text) => text.split('\n').filter(isComment).length >= 3);
    expect(sseEvents(text)).toHaveLength(1);
  });

  it('releases its reader on disconnect', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const readers = async () => /^greenroom_readers (\d+)$/m.exec(await metrics(daemon))?.[1];
    const response = await daemon.fetch('GET', PATH);
    expect(await readers()).toBe('1');
    await response.body!.cancel();
    await expect.poll(readers, { interval: 5 }).toBe('0');
  });

  it.each([
    ['?offset=-1', {}],
    ['?offset=x', {}],
    ['', { 'last-event-id': 'x' }],
    ['', { 'last-event-id': '-1' }],
  ])('is refused with an invalid offset: %s %j', async (query, headers) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const response = await daemon.fetch('GET', `${PATH}${query}`, undefined, headers);
    await expectProblem(response, 'invalid_request');
  });

  it('answers HEAD with 404, since the stream would last until the session ends', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect((await daemon.fetch('HEAD', PATH)).status).toBe(404);
    expect((await daemon.fetch('HEAD', '/v1/health')).status).toBe(200);
  });
});

const isComment = (line: string) => line.startsWith(':');
const metrics = async (daemon: TestDaemon) => (await daemon.fetch('GET', '/metrics')).text();
