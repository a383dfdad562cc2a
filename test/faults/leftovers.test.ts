import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, vi } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess, greenroom } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, FIRST_DELTA, info, kill, restart, soundEvents, turnsEnded } from './lives.js';
import { guardedSession, processesOf, runs } from './processes.js';
import { overWebSocket } from './readers.js';

/** The pid that `spawn` reports. */
function grandchild(events: readonly UniversalEvent[]): number {
  return Number(/^started process (\d+)$/.exec(assistantTexts(events)[0] ?? '')?.[1]);
}

/** A session whose agent has reported that it hangs; returns the agent's pid. */
async function hang(url: string, sessionId: string): Promise<number> {
  const reader = await overWebSocket({ url, sessionId });
  const answer = await fetch(`${url}/v1/sessions/${sessionId}/messages`, {
    method: 'POST',
    body: JSON.stringify({ message: 'hang' }),
  });
  expect(answer.status).toBe(204);
  while (!assistantTexts(reader.events()).includes('hanging')) await reader.reached(reader.last + 1);
  reader.close();
  const [agent, ...rest] = await processesOf(sessionId);
  expect(rest).toEqual([]);
  return agent!.pid;
}

describe('processes left behind by a killed daemon', () => {
  it('are ended by the next one: an agent that ignores signals, and a process that outlives its agent', async () => {
    const [hanging, spawning, idle] = ['hanging', 'spawning', 'idle'].map(guardedSession) as [
      string,
      string,
      string,
    ];
    const before = await daemonProcess();
    for (const id of [hanging, spawning, idle]) await before.daemon.create(id);
    const agent = await hang(before.daemon.url, hanging);
    const child = grandchild(await exchange(before.daemon, spawning, 'spawn'));
    await kill(before);
    expect([await runs(agent), await runs(child)]).toEqual([true, true]);

    const after = await restart(before);
    expect([await runs(agent), await runs(child)]).toEqual([false, false]);
    for (const id of [hanging, spawning, idle]) {
      expect(await processesOf(id)).toEqual([]);
      expect(await info(after, id)).toMatchObject({ status: 'idle' });
      expect(assistantTexts(await exchange(after.daemon, id, 'echo back again'))).toEqual(['back again']);
      await soundEvents(after.daemon, id);
    }
  });

  it('are left alone by a daemon with another data folder', async () => {
    const sessionId = guardedSession('stranger');
    const before = await daemonProcess();
    await before.daemon.create(sessionId);
    const agent = await hang(before.daemon.url, sessionId);
    await kill(before);
    await daemonProcess();
    expect(await runs(agent)).toBe(true);
    await restart(before);
    expect(await runs(agent)).toBe(false);
  });
});

it('a daemon on a copy of a live data folder leaves the processes of the original alone', async () => {
  const sessionId = guardedSession('original');
  const original = await daemonProcess();
  await original.daemon.create(sessionId);
  const agent = await hang(original.daemon.url, sessionId);
  const copy = join(await tempFolder(), 'copy');
  await execa('cp', ['-a', original.dataFolder, copy]);
  await daemonProcess({ dataFolder: copy });
  expect(await runs(agent)).toBe(true);
});

describe('ending a session', () => {
  it.each(['terminate', 'delete'] as const)(
    'by %s ends the processes that its agent started',
    async (how) => {
      const sessionId = guardedSession(how);
      const daemon = await testDaemon();
      await daemon.create(sessionId);
      const child = grandchild(await exchange(daemon, sessionId, 'spawn'));
      expect(await runs(child)).toBe(true);
      if (how === 'delete') await daemon.call('DELETE', `/v1/sessions/${sessionId}`);
      else await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
      expect(await runs(child)).toBe(false);
      expect(await processesOf(sessionId)).toEqual([]);
    },
  );

  it('sends SIGTERM to an agent that hangs, and kills it after the grace period', async () => {
    const sessionId = guardedSession('grace');
    const daemon = await testDaemon({ graceMs: 300 });
    await daemon.create(sessionId);
    const agent = await hang(daemon.url, sessionId);
    const kill = vi.spyOn(process, 'kill');
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
    expect(await runs(agent)).toBe(false);
    const signals = kill.mock.calls.filter(([pid]) => pid === agent).map(([, signal]) => signal);
    expect(signals.slice(0, 2)).toEqual(['SIGTERM', 'SIGCONT']);
    // It ignores SIGTERM, so it was killed: by its control group, or by one SIGKILL or more.
    expect(signals.slice(2).filter((signal) => signal !== 'SIGKILL')).toEqual([]);
    const events = await soundEvents(daemon, sessionId);
    expect(events.at(-1)).toMatchObject({ type: 'session.ended', data: { reason: 'terminated' } });
  });
});

describe('an agent that is killed externally', () => {
  it('ends its session and reports the signal', async () => {
    const sessionId = guardedSession('shot');
    const daemon = await testDaemon();
    await daemon.create(sessionId);
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'burst 200000');
    await reader.reached(500);
    const [agent] = await processesOf(sessionId);
    process.kill(agent!.pid, 'SIGKILL');
    await reader.saw('session.ended');
    const events = await soundEvents(daemon, sessionId);
    expect(events.at(-2)).toMatchObject({ type: 'turn.ended', data: { metadata: { outcome: 'error' } } });
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      data: {
        reason: 'error',
        terminated_by: 'agent',
        exit_code: null,
        message: expect.stringMatching('SIGKILL'),
      },
    });
    const late = await daemon.fetch('POST', `/v1/sessions/${sessionId}/messages`, { message: 'echo' });
    expect(late.status).toBe(409);
  });

  it('is restarted by the next message if the session resumes after an exit', async () => {
    const sessionId = guardedSession('resumed');
    const daemon = await testDaemon();
    const { nativeSessionId } = await daemon.create(sessionId, { onAgentExit: 'resume' });
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'burst 100000 16 50');
    await daemon.say(sessionId, 'echo queued');
    await reader.reached(FIRST_DELTA);
    const [agent] = await processesOf(sessionId);
    process.kill(agent!.pid, 'SIGKILL');
    await reader.saw('error');
    await turnsEnded(reader, 2);
    const events = await soundEvents(daemon, sessionId);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({
      data: { code: 'agent_process_exited', details: { signal: 'SIGKILL', exit_code: null } },
    });
    const outcomes = events.flatMap((event) =>
      event.type === 'turn.ended' ? [event.data.metadata.outcome] : [],
    );
    expect(outcomes).toEqual(['error', 'completed']);
    expect(assistantTexts(events).slice(1)).toEqual(['queued']);
    const next = await exchange(daemon, sessionId, 'count');
    expect(assistantTexts(next)).toEqual(['3']);
    expect(next.at(-1)?.native_session_id).toBe(nativeSessionId);
  });
});

describe('a second daemon on the same data folder', () => {
  it('is refused in one line, and starts as soon as the first is killed', async () => {
    const first = await daemonProcess();
    const args = ['server', '--port', '0', '--no-token', '--data', first.dataFolder];
    const second = await greenroom(args);
    expect(second.exitCode).toBe(1);
    expect(second.stdout).toBe('');
    const lines = String(second.stderr).split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^greenroom: the data folder .* is in use by another daemon \(pid \d+/);
    expect(lines[0]).toContain(String(first.child.pid));
    expect((await first.daemon.fetch('GET', '/v1/health')).status).toBe(200);

    await kill(first);
    const third = await restart(first);
    expect((await third.daemon.fetch('GET', '/v1/health')).status).toBe(200);
  });

  it('never shares the folder when many start at once', async () => {
    const first = await daemonProcess();
    await kill(first);
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => restart(first)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
