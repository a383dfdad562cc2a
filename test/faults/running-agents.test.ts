import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionInfo, SessionState } from '../../src/schema/index.js';
import { parseMark, systemTable } from '../../src/supervision/index.js';
import { daemonProcess } from '../support/program.js';
import { assistantTexts } from '../support/texts.js';
import { type DaemonProcess, exchange, info, kill, restart, soundEvents, turnsEnded } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { overWebSocket } from './readers.js';

const LIMIT = 2;
const args = ['--limit', `running-agents=${LIMIT}`];
const BUSY = 'sleep 600000';

/** Looks at the process table all the time; returns the largest number of these sessions' processes at once. */
function watchProcesses(ids: readonly string[]): () => number {
  let most = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const all = await systemTable.scan();
      const count = all.filter(({ mark }) => mark !== null && ids.includes(parseMark(mark)?.sessionId ?? ''));
      most = Math.max(most, count.length);
    }
  };
  const watching = watch();
  onTestFinished(() => {
    isOver = true;
    return watching;
  });
  return () => most;
}

async function processOf({ daemon }: DaemonProcess, id: string): Promise<unknown> {
  const { agent } = await daemon.call<SessionState>('GET', `/v1/sessions/${id}/state`);
  return (agent as { process: string }).process;
}

/** The answers of the agent once its first turn has ended. */
async function answered({ daemon }: DaemonProcess, sessionId: string): Promise<string[]> {
  const reader = await overWebSocket({ url: daemon.url, sessionId });
  await turnsEnded(reader, 1);
  reader.close();
  return assistantTexts(reader.events());
}

describe('a daemon with a limit of running agents', () => {
  it('never has more, and all sessions get their answers, also after a kill', async () => {
    const names = ['busy-1', 'busy-2', 'waiting-1', 'waiting-2', 'terminated', 'late'];
    const ids = names.map((name) => guardedSession(name));
    const [busy, waiting] = [ids.slice(0, 2), ids.slice(2, 4)];
    const [terminated, late] = ids.slice(4) as [string, string];
    const most = watchProcesses(ids);
    const before = await daemonProcess({ args });
    for (const id of busy) {
      await before.daemon.create(id);
      await before.daemon.say(id, BUSY);
    }
    for (const id of [...waiting, terminated]) {
      expect(await before.daemon.create(id)).toMatchObject({ status: 'starting', nativeSessionId: null });
      expect(await processOf(before, id)).toBe('waiting');
      await before.daemon.say(id, `echo first ${id}`);
    }
    // A waiting session ends at once, and never has a process.
    await before.daemon.call('POST', `/v1/sessions/${terminated}/terminate`);
    expect(await info(before, terminated)).toMatchObject({ status: 'ended' });
    await kill(before);

    const after = await restart(before, args);
    for (const id of waiting) expect(await answered(after, id)).toEqual([`first ${id}`]);
    await after.daemon.create(late);
    const all = [...busy, ...waiting, late];
    const answers = await Promise.all(
      all.map(async (id) => assistantTexts(await exchange(after.daemon, id, `echo last ${id}`))),
    );
    expect(answers).toEqual(all.map((id) => [`last ${id}`]));
    for (const id of ids) await soundEvents(after.daemon, id);
    expect(most()).toBe(LIMIT);
    await Promise.all(ids.map((id) => after.daemon.call('DELETE', `/v1/sessions/${id}`)));
    for (const id of ids) expect(await processesOf(id)).toEqual([]);
  });

  it('puts the longest idle agent to rest, which goes on with its conversation where it was', async () => {
    const ids = ['a', 'b', 'c'].map((name) => guardedSession(`rest-${name}`));
    const process = await daemonProcess({ args });
    const { daemon } = process;
    for (const id of ids) {
      await daemon.create(id);
      await exchange(daemon, id, 'echo first');
    }
    const [oldest] = ids as [string];
    expect(await processesOf(oldest)).toEqual([]);
    const rested = await info(process, oldest);
    expect(rested).toMatchObject({ status: 'idle', ended: false });
    for (let round = 2; round <= 4; round++) {
      const events = await Promise.all(ids.map((id) => exchange(daemon, id, 'count')));
      for (const each of events) expect(assistantTexts(each)).toEqual([`${round}`]);
    }
    for (const id of ids) {
      const events = await soundEvents(daemon, id);
      expect(events.filter(({ type }) => type === 'error' || type === 'session.ended')).toEqual([]);
    }
    const after = await daemon.call<SessionInfo>('GET', `/v1/sessions/${oldest}`);
    expect(after.nativeSessionId).toBe(rested.nativeSessionId);
  });
});
