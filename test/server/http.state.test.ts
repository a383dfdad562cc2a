import { describe, expect, it } from 'vitest';
import { SessionCheckpoint, SessionState, type StateValue } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { nth, turn } from '../support/turns.js';
import type { WsClient } from '../support/ws-client.js';

const state = async (daemon: TestDaemon, query = '') =>
  SessionState.strict().parse(await daemon.call('GET', `/v1/sessions/one/state${query}`));

/** Approves the first permission request. */
async function allow(client: WsClient, from: number): Promise<void> {
  const event = await client.event('one', 'permission.requested', from);
  if (event.type !== 'permission.requested') return;
  const { permission_id: permissionId } = event.data;
  await client.call('permission/reply', { sessionId: 'one', permissionId, reply: 'once' });
}

describe('the state of a session', () => {
  it('is the current state of its machine', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const idle = { live: { turn: 'idle', requests: 'none', threads: 'none', items: 'none' } };
    expect(await state(daemon)).toEqual({
      sessionId: 'one',
      sequence: 1,
      value: idle,
      turn: null,
      openItems: [],
      threads: [],
      pending: { permissions: [], questions: [] },
      queued: 0,
      agent: { process: 'ready', settings: 'current', delivery: 'none' },
    });
    await daemon.say('one', 'permission');
    const { data, sequence } = await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'later');
    expect(await state(daemon)).toMatchObject({
      sequence,
      value: { live: { turn: { running: 'active' }, requests: 'waiting' } },
      turn: { turn_id: expect.stringMatching(/^turn_/) },
      pending: { permissions: [data], questions: [] },
      queued: 1,
    });
  });

  it('lists the open items', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'shell echo begun; sleep 600');
    const { data } = await nth(daemon, 'one', 'item.delta', 2);
    const { openItems, value } = await state(daemon);
    expect(openItems).toMatchObject([{ item_id: data.item_id, kind: 'tool_result', role: 'tool' }]);
    expect(value).toMatchObject({ live: { items: 'open' } });
  });

  it('after any past event is the one that readers received at the time', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = await daemon.connect();
    await client.call('session/subscribe', { sessionId: 'one', offset: 0, includeState: true });
    const send = (message: string) => client.call('session/send', { sessionId: 'one', message });
    await send('tool');
    const first = await client.event('one', 'turn.ended');
    await send('permission');
    await allow(client, first.sequence);
    const resolved = await client.event('one', 'permission.resolved');
    await allow(client, resolved.sequence);
    await client.event('one', 'turn.ended', resolved.sequence);
    await send('question');
    await client.event('one', 'question.requested');
    await client.call('session/terminate', { sessionId: 'one' });
    const { sequence: last } = await client.event('one', 'session.ended');
    await client.until(({ method, params }) => method === 'session/state' && params.sequence === last);

    const states = client.notifications.filter(({ method }) => method === 'session/state');
    expect(states.length).toBeGreaterThan(8);
    for (const { params } of states) {
      // Entering `ending` has no event, so it is only visible while it lasts.
      if (params.value === 'ending') continue;
      const past = await state(daemon, `?at=${params.sequence}`);
      expect([past.sequence, past.value]).toEqual([params.sequence, params.value as StateValue]);
    }
    for (let at = 0; at <= last; at++) {
      const past = await state(daemon, `?at=${at}`);
      expect(past).toMatchObject({ sequence: at, agent: null });
    }
    expect((await state(daemon, `?at=${last}`)).value).toBe('ended');
    expect((await state(daemon, '?at=0')).value).toBe('starting');
  });

  it('in the past has the turn, items and requests of that time', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'question');
    const asked = await nth(daemon, 'one', 'question.requested');
    const now = await state(daemon);
    await daemon.call('POST', '/v1/sessions/one/terminate');
    expect(await state(daemon, `?at=${asked.sequence}`)).toEqual({ ...now, agent: null });
  });

  it('after an event that does not exist is refused', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    for (const path of ['state?at=2', 'state?at=x', 'state?at=-1', 'diagram.svg?at=2']) {
      await expectProblem(await daemon.fetch('GET', `/v1/sessions/one/${path}`), 'invalid_request');
    }
  });
});

describe('the diagram of a session', () => {
  const drawn = async (daemon: TestDaemon, query = '') => {
    const response = await daemon.fetch('GET', `/v1/sessions/one/diagram.svg${query}`);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    return response.text();
  };
  /** The states drawn as active. */
  const active = (svg: string) =>
    [...svg.matchAll(/<g id="([^"]+)" class="([^"]+)"/g)].flatMap(([, id, names]) =>
      names!.split(' ').includes('active') ? [id!] : [],
    );

  it('highlights the states that are active now or were active after a past event', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const idle = await drawn(daemon);
    expect(idle).toMatch(/^<\?xml|^<svg/);
    const { lastSequence } = await daemon.call<{ lastSequence: number }>('GET', '/v1/sessions/one');
    await turn(daemon, 'one', 'echo hi');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const ended = await drawn(daemon);
    expect(active(idle)).toHaveLength(4);
    expect(active(ended)).toHaveLength(1);
    expect(active(ended)[0]).toContain('ended');
    expect(active(await drawn(daemon, `?at=${lastSequence}`))).toEqual(active(idle));
  });
});

describe('a checkpoint', () => {
  const checkpoint = async (daemon: TestDaemon, at: number) =>
    SessionCheckpoint.strict().parse(await daemon.call('GET', `/v1/sessions/one/checkpoint?at=${at}`));

  it('has what was open after an event, with the texts so far', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'shell echo begun; sleep 600');
    const { data, sequence } = await nth(daemon, 'one', 'item.delta', 2);
    const { turn_id } = (await nth(daemon, 'one', 'turn.started')).data;
    const at = await checkpoint(daemon, sequence);
    expect(at).toMatchObject({ version: 1, sessionId: 'one', sequence, turn: { turn_id } });
    expect(at.openItems).toMatchObject([
      { item: { item_id: data.item_id, kind: 'tool_result' }, text: data.delta, omitted: 0 },
    ]);
    expect(at.machine.value).toMatchObject({ live: { items: 'open' } });
    expect((await checkpoint(daemon, sequence - 1)).openItems).toMatchObject([{ text: '' }]);
  });

  it('has the pending requests and the events that asked', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    const { data, sequence } = await nth(daemon, 'one', 'permission.requested');
    expect((await checkpoint(daemon, sequence)).permissions).toEqual([{ sequence, data }]);
    expect((await checkpoint(daemon, sequence - 1)).permissions).toEqual([]);
  });

  it('keeps to itself what only decides on commands: messages that wait, and names', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    const { sequence } = await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'later');
    const { context } = (await checkpoint(daemon, sequence)).machine;
    expect(Object.keys(context)).not.toEqual(expect.arrayContaining(['input']));
    for (const key of ['queue', 'taken', 'keys', 'calls', 'unechoed'])
      expect(context).not.toHaveProperty(key);
  });

  it('of an event that does not exist is refused', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/one/checkpoint?at=99'), 'invalid_request');
  });
});
