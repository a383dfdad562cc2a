import { describe, expect, it, onTestFinished } from 'vitest';
import type WebSocket from 'ws';
import { WebSocketServer } from 'ws';
import type {
  GreenroomError,
  Refusal,
  SessionQueue,
  StateValue,
  UniversalEvent,
} from '../../src/client/index.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess } from '../support/program.js';
import { reaches, reading, testClient } from './support.js';

const has = (type: string) => (events: readonly UniversalEvent[]) =>
  events.some((event) => event.type === type);
const sequences = (events: readonly UniversalEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a subscription', () => {
  it('delivers every event once, in order, and reports when it has caught up', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    let caughtUp = 0;
    const { events, until } = reading(
      client,
      'one',
      {},
      {
        caughtUp: (sequence) => {
          caughtUp = sequence;
        },
      },
    );
    await client.session('one').send('hello').accepted;
    await until(has('turn.ended'));
    expect(events).toEqual(await daemon.events('one'));
    expect(caughtUp).toBeGreaterThan(0);
  });

  it('starts after the given offset', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    const { events, until } = reading(client, 'one', { after: 1 });
    await client.session('one').send('hello').accepted;
    await until(has('turn.ended'));
    expect(events[0]!.sequence).toBe(2);
  });

  it('includes states and native payloads on request', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    const values: StateValue[] = [];
    const options = { includeState: true, includeRaw: true };
    const { events, until } = reading(client, 'one', options, { state: (value) => void values.push(value) });
    await client.session('one').send('hello').accepted;
    await until(has('turn.ended'));
    expect(JSON.stringify(values)).toContain('running');
    expect(events.some(({ raw }) => raw !== null)).toBe(true);
  });

  it("reports refusals and the state of the agent's process", async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    const agents: (StateValue | null)[] = [];
    const whenRefused = new Promise<Refusal>((refused) => {
      const listener = { agent: (value: StateValue | null) => void agents.push(value), refused };
      const { until } = reading(client, 'one', { includeState: true }, listener);
      void until(has('session.started')).then(() =>
        client
          .session('one')
          .replyPermission('never asked', 'once')
          .catch(() => {}),
      );
    });
    const refusal = await whenRefused;
    expect(refusal).toMatchObject({ input: 'command.reply', subject: 'never asked' });
    expect(await client.session('one').refusals()).toEqual([refusal]);
    expect(agents).toEqual([{ process: 'ready', settings: 'current', delivery: 'none' }]);
  });

  it('follows the queue, which can be changed', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    await client.session('one').send('sleep 600000').accepted;
    await client.session('one').send('two', { messageId: 'm2' }).accepted;
    const queues: SessionQueue[] = [];
    const listener = { queue: (queue: SessionQueue) => void queues.push(queue) };
    const { until } = reading(client, 'one', { includeState: true }, listener);
    await until(has('turn.started'));
    expect(queues).toEqual([await client.session('one').queue()]);

    await client.session('one').send('three', { messageId: 'm3' }).accepted;
    const moved = await client.session('one').updateQueued('m3', { revision: 1, position: 0 });
    const stale = client.session('one').updateQueued('m3', { revision: 1, message: 'x' });
    await expect(stale).rejects.toMatchObject({ kind: 'revision_mismatch', problem: { revision: 2 } });
    const left = await client.session('one').removeQueued('m2');
    expect(queues.map(({ entries }) => entries.map(({ messageId }) => messageId))).toEqual([
      ['m2'],
      ['m2', 'm3'],
      ['m3', 'm2'],
      ['m3'],
    ]);
    expect(queues.slice(2)).toEqual([moved, left]);
    await expect(client.session('one').removeQueued('m2')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is one of many to the same session, each at its own place', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    const first = reading(client, 'one');
    await client.session('one').send('burst 3000').accepted;
    await first.until(({ length }) => length > 50);
    // Behind the first, ahead of it, and with what the first did not ask for.
    const behind = reading(client, 'one');
    const ahead = reading(client, 'one', { after: 2000 });
    const raw = reading(client, 'one', { includeRaw: true, includeState: true });
    const all = [first, behind, ahead, raw];
    await Promise.all(all.map(({ until }) => until(has('turn.ended'))));
    const { length } = first.events;
    expect(sequences(first.events)).toEqual(upTo(length));
    expect(behind.events).toEqual(first.events);
    expect(sequences(ahead.events)).toEqual(upTo(length).slice(2000));
    expect(raw.events.map((event) => ({ ...event, raw: null }))).toEqual(first.events);
    expect(raw.events.filter(({ source, raw }) => source === 'agent' && raw === null)).toEqual([]);
  });

  it('gets nothing after it is closed or aborted, unlike the others', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    const controller = new AbortController();
    const [closed, aborted, kept] = [{}, { signal: controller.signal }, {}].map((options) =>
      reading(client, 'one', options),
    );
    await Promise.all([closed, aborted, kept].map((each) => each!.until(has('session.started'))));
    closed!.subscription.close();
    controller.abort();
    await client.session('one').send('echo hello');
    await kept!.until(has('turn.ended'));
    expect([closed!.events.length, aborted!.events.length]).toEqual([1, 1]);
  });

  it('fails for an unknown session', async () => {
    const daemon = await testDaemon();
    const client = testClient(daemon.url);
    const error = await new Promise<GreenroomError>((failed) => reading(client, 'nobody', {}, { failed }));
    expect(error.kind).toBe('session_not_found');
  });
});

describe('a subscription across restarts of the daemon', () => {
  it('continues without gaps or duplicates after a kill in the middle of a stream', async () => {
    const before = await daemonProcess();
    const { url, port } = before.daemon.daemon;
    await before.daemon.create('one', { onAgentExit: 'resume' });
    const client = testClient(url, { random: () => 0 });
    const { events, until, subscription } = reading(client, 'one');
    await client.session('one').send('burst 100000 20 5000').accepted;
    await until(({ length }) => length > 500);
    before.child.kill('SIGKILL');
    expect((await reaches(client, 'offline')).reason).not.toBe('');

    const { dataFolder } = before;
    const { daemon } = await daemonProcess({ dataFolder, args: ['--port', String(port)] });
    await reaches(client, 'online');
    await client.session('one').send('hello again').accepted;
    await until((all) => all.filter(({ type }) => type === 'turn.ended').length === 2);
    expect(sequences(events)).toEqual(upTo(events.length));
    expect(events).toEqual(await daemon.events('one'));
    expect(subscription.lastSequence).toBe(events.length);
  });

  it('fails if the session was deleted meanwhile', async () => {
    const before = await testDaemon();
    const { port } = before.daemon;
    await before.create('one');
    const client = testClient(before.url, { random: () => 0 });
    const failure = new Promise<GreenroomError>((failed) => reading(client, 'one', {}, { failed }));
    await reaches(client, 'online');
    await before.stop();
    await reaches(client, 'offline');
    await testDaemon({ port });
    expect((await failure).kind).toBe('session_not_found');
  });
});

describe('a faulty stream', () => {
  /** A daemon that sends a given list of sequences per subscription. */
  async function faulty(...streams: number[][]) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const offsets: number[] = [];
    server.on('connection', (socket: WebSocket) => {
      socket.on('message', (data) => {
        const { id, params } = JSON.parse(String(data)) as { id: number; params: { offset: number } };
        offsets.push(params.offset);
        const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
        say({ id, result: { session: {}, state: {} } });
        for (const sequence of streams[offsets.length - 1] ?? []) {
          say({ method: 'event', params: { session_id: 'one', sequence } });
        }
      });
    });
    const { port } = server.address() as { port: number };
    return { client: testClient(`http://127.0.0.1:${port}`), offsets };
  }

  it('is requested again from the last event before a gap', async () => {
    const { client, offsets } = await faulty([1, 2, 4, 5], [3, 4, 5]);
    const { events, until } = reading(client, 'one');
    await until(({ length }) => length === 5);
    expect(sequences(events)).toEqual([1, 2, 3, 4, 5]);
    expect(offsets).toEqual([0, 2]);
  });

  it('delivers no event twice', async () => {
    const { client } = await faulty([1, 2, 2, 1, 3]);
    const { events, until } = reading(client, 'one');
    await until(({ length }) => length === 3);
    expect(sequences(events)).toEqual([1, 2, 3]);
  });
});
