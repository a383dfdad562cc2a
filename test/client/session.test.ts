import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/client/index.js';
import { testDaemon } from '../support/daemon.js';
import { collect, testClient } from './support.js';

async function started(options: Parameters<typeof testClient>[1] = {}) {
  const daemon = await testDaemon();
  const client = testClient(daemon.url, options);
  const session = await client.sessions.create({ agent: 'mock', sessionId: 'one' });
  return { daemon, client, session };
}

const sequences = (events: readonly UniversalEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('a sent message', () => {
  it('resolves with the outcome of its turn', async () => {
    const { session } = await started();
    expect(session.created).toMatchObject({ sessionId: 'one', healthy: true });
    const result = await session.send('echo hello');
    expect(result).toMatchObject({ outcome: 'completed', text: 'hello', error: null, model: 'mock-1' });
    expect(result.usage?.output_tokens).toBeGreaterThan(0);
    const events = await collect(session.send('echo again'));
    expect(events[0]!.sequence).toBe(result.sequence + 1);
  });

  it('streams the events of its turn, also to those who come late', async () => {
    const { session } = await started();
    const sent = session.send('echo one two three');
    const types = (await collect(sent)).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(['turn.started', 'turn.ended']);
    const { text } = await sent;
    expect(text).toBe('one two three');
    expect((await collect(sent)).map(({ type }) => type)).toEqual(types);
  });

  it('is accepted before its turn, and gets its own turn after those before it', async () => {
    const { session } = await started();
    const first = session.send('sleep 600000');
    expect(await first.accepted).toMatchObject({ disposition: 'started' });
    const second = session.send('echo second', { messageId: 'mine' });
    expect(await second.accepted).toEqual({ messageId: 'mine', disposition: 'queued' });
    await session.interrupt();
    expect(await first).toMatchObject({ outcome: 'interrupted' });
    expect(await second).toMatchObject({ outcome: 'completed', text: 'second', messageId: 'mine' });
  });

  it('has the turn that it was steered into, at once or from the queue', async () => {
    const { session } = await started();
    const first = session.send('sleep 600000');
    await first.accepted;
    const steered = session.send('echo now', { whenBusy: 'steer' });
    expect(await steered.accepted).toMatchObject({ disposition: 'steered' });
    const queued = session.send('echo later', { messageId: 'later' });
    await queued.accepted;
    await session.updateQueued('later', { revision: null, whenBusy: 'steer' });
    await session.interrupt();
    const { turnId } = await first;
    expect(await steered).toMatchObject({ turnId });
    expect(await queued).toMatchObject({ turnId });
  });

  it('is rejected if it is taken back from the queue', async () => {
    const { session } = await started();
    await session.send('sleep 600000').accepted;
    const queued = session.send('echo never', { messageId: 'never' });
    await queued.accepted;
    await session.removeQueued('never');
    await expect(queued).rejects.toMatchObject({ kind: 'message_removed' });
  });

  it('is rejected if the session ends before its turn', async () => {
    const { session } = await started();
    await session.send('sleep 600000').accepted;
    const queued = session.send('echo never');
    await queued.accepted;
    await session.terminate();
    await expect(queued).rejects.toMatchObject({ kind: 'session_ended' });
    await expect(session.send('echo too late')).rejects.toMatchObject({ kind: 'session_ended' });
  });

  it('finds its turn in the past if it was sent before under the same id', async () => {
    const { client, session } = await started();
    const first = await session.send('echo once', { messageId: 'same' });
    await session.send('echo in between');
    const other = client.session('one').send('echo once', { messageId: 'same' });
    expect(await other.accepted).toMatchObject({ disposition: 'duplicate' });
    expect(await other).toEqual(first);
    await expect(session.send('echo other', { messageId: 'same' })).rejects.toMatchObject({
      kind: 'message_conflict',
    });
  });

  it('lets go when it is aborted; the turn goes on', async () => {
    const { session } = await started();
    const { signal, abort } = aborter();
    const sent = session.send('sleep 600000', { signal });
    await sent.accepted;
    abort();
    await expect(sent).rejects.toBe(signal.reason);
    expect(await session.info()).toMatchObject({ status: 'running' });
    const never = session.send('echo never', { signal });
    await expect(never.accepted).rejects.toBe(signal.reason);
  });

  it('fails for a session that does not exist', async () => {
    const { client } = await started();
    const error = await client
      .session('nobody')
      .send('hello')
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ kind: 'session_not_found', status: 404 });
  });
});

function aborter() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) };
}

describe('the events of a session', () => {
  it('are read from any place, and end with the session', async () => {
    const { session } = await started();
    const { sequence } = await session.send('echo one');
    await session.send('echo two');
    await session.terminate();
    const all = await collect(session.events());
    expect(sequences(all)).toEqual(upTo(all.length));
    expect(all.at(-1)!.type).toBe('session.ended');
    expect(await collect(session.events({ after: sequence }))).toEqual(all.slice(sequence));
  });

  it('are read live by several readers at once, with and without native payloads', async () => {
    const { session } = await started();
    const readers = [
      collect(session.events()),
      collect(session.events({ includeRaw: true })),
      collect(session.events({ after: 'latest' })),
    ];
    await session.send('burst 3000');
    const late = collect(session.events());
    await session.send('echo more');
    await session.terminate();
    const [plain, raw, , past] = await Promise.all([...readers, late]);
    expect(sequences(plain!)).toEqual(upTo(plain!.length));
    expect(past).toEqual(plain);
    expect(raw!.map((event) => ({ ...event, raw: null }))).toEqual(plain);
    expect(plain!.every((event) => event.raw === null)).toBe(true);
    expect(raw!.filter(({ source, raw }) => source === 'agent' && raw === null)).toEqual([]);
  });

  it('wait for a slow reader, without being kept in memory', async () => {
    const { session } = await started();
    const slow: UniversalEvent[] = [];
    for await (const event of session.events()) {
      slow.push(event);
      // The whole flood arrives while the reader is at its first event.
      if (slow.length === 1) await session.send('burst 5000');
      if (event.type === 'turn.ended') await session.terminate();
    }
    expect(sequences(slow)).toEqual(upTo(slow.length));
    expect(slow.length).toBeGreaterThan(5000);
  });

  it('end when the reader leaves, is aborted, or the client is closed', async () => {
    const { client, session } = await started();
    for await (const event of session.events()) if (event.type === 'session.started') break;
    const { signal, abort } = aborter();
    const aborted = collect(session.events({ signal, after: 'latest' }));
    const closed = collect(session.events({ after: 'latest' }));
    abort();
    expect(await aborted).toEqual([]);
    client.close();
    expect(await closed).toEqual([]);
  });

  it('fail for a session that does not exist', async () => {
    const { client } = await started();
    await expect(collect(client.session('nobody').events())).rejects.toMatchObject({
      kind: 'session_not_found',
    });
  });
});

describe('the handle of a session', () => {
  it('shows and answers requests', async () => {
    const { session } = await started();
    const sent = session.send('permission');
    for await (const event of sent) {
      if (event.type !== 'permission.requested') continue;
      const { permissions } = await session.requests();
      expect(permissions).toMatchObject([{ permission_id: event.data.permission_id }]);
      await session.replyPermission(event.data.permission_id, 'reject', { message: 'no' });
    }
    expect(await sent).toMatchObject({ outcome: 'completed' });
  });

  it('has the conversation, its state and its diagrams', async () => {
    const { session } = await started();
    await session.send('echo hello');
    const { rows, turns } = await session.transcript();
    expect(rows.length).toBeGreaterThan(1);
    expect(turns).toHaveLength(1);
    expect(await session.export('md')).toContain('hello');
    expect(await session.state({ at: 1 })).toMatchObject({ sequence: 1 });
    expect(await session.diagram()).toContain('<svg');
    expect(await session.queue()).toMatchObject({ entries: [] });
    expect(await session.configure({ title: 'A title' })).toMatchObject({ title: 'A title' });
    await session.delete();
    await expect(session.info()).rejects.toMatchObject({ kind: 'session_not_found' });
  });
});

describe('the list of sessions', () => {
  it('is awaited or iterated', async () => {
    const { client } = await started();
    await client.sessions.create({ agent: 'mock', sessionId: 'two' });
    expect((await client.sessions.list()).map(({ sessionId }) => sessionId)).toEqual(['two', 'one']);
    for await (const { sessionId } of client.sessions.list({ agent: 'mock' })) {
      expect(sessionId).toBe('two');
      break;
    }
  });
});
