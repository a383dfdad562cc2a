import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agents/agent.js';
import { MockConnection } from '../../src/agents/mock/connection.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { exchange, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { overWebSocket } from './readers.js';

const outcomesIn = (events: Awaited<ReturnType<typeof soundEvents>>) =>
  events.flatMap((event) => (event.type === 'turn.ended' ? [event.data.metadata.outcome] : []));

describe('an agent that stays alive', () => {
  it('but closes its output is stopped, and its turn ends with that reason', async () => {
    const daemon = await testDaemon();
    const sessionId = guardedSession('no-output');
    await daemon.create(sessionId);
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'close stdout');
    await reader.saw('session.ended');
    const events = await soundEvents(daemon, sessionId);
    expect(outcomesIn(events)).toEqual(['error']);
    expect(events.at(-1)).toMatchObject({
      data: { reason: 'error', message: 'the agent closed its standard output and was stopped' },
    });
    expect(await processesOf(sessionId)).toEqual([]);
  });

  it('but closes its input is stopped when a message cannot be delivered', async () => {
    const daemon = await testDaemon();
    const sessionId = guardedSession('no-input');
    await daemon.create(sessionId, { onAgentExit: 'resume' });
    await exchange(daemon, sessionId, 'close stdin');
    await exchange(daemon, sessionId, 'echo lost');
    const events = await soundEvents(daemon, sessionId);
    expect(outcomesIn(events)).toEqual(['completed', 'error']);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({
      data: {
        code: 'agent_process_exited',
        message: 'the agent closed its standard input and was stopped',
      },
    });
    expect(outcomesIn(await exchange(daemon, sessionId, 'echo back'))).toEqual(['completed']);
  });
});

describe('an agent that never becomes ready', () => {
  const program = new URL('../../fixtures/programs/waits.mjs', import.meta.url).pathname;
  const hanging = (handshakeMs: number): Agent => ({
    ...mockAgent,
    locate: async () => ({ command: process.execPath, args: [program], path: program }),
    open: (deps) => ({
      ...mockAgent.open(deps),
      connect: (context) => new MockConnection(context, { handshakeMs }),
    }),
  });

  it.each([
    ['its session', 300, 60_000, 'the agent was not ready within 0.3 s'],
    ['its connection', 60_000, 300, 'The mock agent did not answer the handshake within 300 ms'],
  ])('is stopped with the deadline of %s as the reason', async (_, startTimeoutMs, handshakeMs, message) => {
    const daemon = await testDaemon({ agents: [hanging(handshakeMs)], timeouts: { startTimeoutMs } });
    const sessionId = guardedSession('late');
    await daemon.fetch('POST', `/v1/sessions/${sessionId}`, { agent: 'mock' });
    const info = await daemon.call<SessionInfo>('GET', `/v1/sessions/${sessionId}`);
    expect(info).toMatchObject({ ended: true });
    expect((await daemon.events(sessionId)).at(-1)).toMatchObject({
      type: 'session.ended',
      data: { reason: 'error', message },
    });
    expect(await processesOf(sessionId)).toEqual([]);
  });
});
