import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { sseEvents } from '../support/sse-text.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';

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
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
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

  it('is refused like a message', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const path = '/v1/sessions/one/messages/stream';
    await expectProblem(await daemon.fetch('POST', path, {}), 'invalid_request');
    await daemon.say('one', 'sleep 600000');
    const busy = { message: 'x', whenBusy: 'reject' };
    await expectProblem(await daemon.fetch('POST', path, busy), 'session_busy');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await daemon.fetch('POST', path, { message: 'x' }), 'session_ended');
  });
});
