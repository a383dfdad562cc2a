import { describe, expect, it } from 'vitest';
import { type Row, type Thread, Transcript, threadIdOf } from '../../src/client/index.js';
import { testDaemon } from '../support/daemon.js';
import { reading, testClient } from './support.js';

/** A live transcript of a session of the mock agent. */
async function session() {
  const daemon = await testDaemon();
  await daemon.create('one');
  const client = testClient(daemon.url);
  const { events, until } = reading(client, 'one');
  const transcript = () => Transcript.at(events, Number.POSITIVE_INFINITY);
  const threads = () => [...transcript().threads.values()];
  /** Waits until the threads are as expected. */
  const reached = (test: (threads: Thread[]) => boolean) => until(() => test(threads()));
  const send = (message: string) => client.session('one').send(message).accepted;
  return { client, events, transcript, threads, reached, send };
}

const isDone = ({ status }: Thread) => status === 'completed' || status === 'failed';
const keys = (rows: readonly Row[]) => rows.map(({ key }) => key);

describe('the threads of a transcript', () => {
  it('have the rows of their sub-agent, and nothing else', async () => {
    const { send, threads, transcript, reached } = await session();
    await send('subagent each one two');
    await reached((all) => all.length === 2 && all.every(isDone));
    const { rows } = transcript();
    for (const { threadId, rows: own, runs, status, title, parentThreadId } of threads()) {
      expect(keys(own)).toEqual(keys(rows.filter((row) => threadIdOf(row) === threadId)));
      expect(own.length).toBe(2);
      expect(runs).toHaveLength(1);
      expect({ status, parentThreadId }).toEqual({ status: 'completed', parentThreadId: null });
      expect(title).toMatch(/^Say (one|two)$/);
    }
  });

  it('know the thread that started them', async () => {
    const { send, threads, reached } = await session();
    await send('subagent nest hello');
    await reached((all) => all.length === 2 && all.every(isDone));
    const [outer, inner] = threads();
    expect(inner!.parentThreadId).toBe(outer!.threadId);
  });

  it('wait while one of their requests is pending', async () => {
    const { client, send, threads, reached, events } = await session();
    await send('background ask');
    await reached(([thread]) => thread?.status === 'waiting');
    const asked = events.find(({ type }) => type === 'permission.requested');
    if (asked?.type !== 'permission.requested') throw new Error('not asked');
    expect(threads()[0]!.pending).toEqual(new Set([asked.data.permission_id]));
    const before = threads()[0]!.version;
    await client.session('one').replyPermission(asked.data.permission_id, 'once');
    await reached(([thread]) => thread?.status === 'completed');
    expect(threads()[0]!.pending.size).toBe(0);
    expect(threads()[0]!.version).toBeGreaterThan(before);
  });

  it('are stopped one by one', async () => {
    const { client, send, threads, reached } = await session();
    await send('background hold');
    await send('background hold');
    await reached((all) => all.length === 2);
    await client.session('one').interrupt({ threadId: threads()[0]!.threadId });
    await reached(([first]) => first?.status === 'failed');
    expect(threads()[1]!.status).toBe('running');
  });

  it('run again when they are called again', async () => {
    const { send, threads, reached } = await session();
    await send('subagent talk 2');
    await send('subagent again more');
    await reached(([thread]) => thread?.runs.length === 2 && isDone(thread));
    expect(threads()).toMatchObject([{ title: 'Say more', status: 'completed' }]);
  });
});
