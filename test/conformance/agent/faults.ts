import { expect } from 'vitest';
import { busyCommand } from '../../support/real/busy-command.js';
import type { Conversation } from '../../support/real/conversation.js';
import { agentProcesses, isRunning } from '../../support/real/processes-at.js';
import type { Scenario, World } from './scenario.js';

/** Interrupts, errors and crashes. */
export const faults: Scenario[] = [
  {
    name: 'can be interrupted during a turn',
    tags: ['interrupt'],
    async play(world) {
      const session = await world.begin();
      await world.hold(session);
      await session.interrupt();
      expect((await session.turnEnd()).outcome).toBe('interrupted');
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'can be interrupted before its turn has started',
    tags: ['interrupt'],
    async play(world) {
      const session = await world.begin();
      await world.echoes(session, 'before');
      await session.send(world.cues.hold.message);
      await session.interrupt();
      expect((await session.turnEnd()).outcome).toBe('interrupted');
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'reports model errors, and whether they are retried',
    tags: ['errors'],
    needs: (_, { failures }) => failures.length > 0,
    async play(world) {
      await Promise.all(
        world.cues.failures.map(async ({ name, message, shows }) => {
          const session = await world.begin();
          const turn = await session.turn(message);
          expect(turn.outcome, name).toBe('error');
          const attempts = turn.errors.map(({ details }) => details?.retryable);
          expect(attempts, name).toEqual([...attempts.slice(1).map(() => true), false]);
          expect(JSON.stringify(turn.errors), name).toMatch(shows);
          expect(turn.texts, name).toEqual([]);
          await world.echoes(session);
          await session.end();
        }),
      );
    },
  },
  {
    name: 'reports an unreachable model',
    tags: ['errors'],
    // Agents with a model are those whose responses can be cut off.
    needs: (_, { cut }) => cut,
    async play(world) {
      const daemon = await world.ownDaemon(world.setup.unreachable!);
      const session = await world.begin({}, daemon);
      await session.send(world.cues.echo('anybody'));
      const { data } = await session.next('error');
      expect(data).toMatchObject({ details: { category: 'network' } });
      // Some agents retry forever, others give up.
      if (data.details?.retryable) await session.interrupt();
      expect(['error', 'interrupted']).toContain((await session.turnEnd()).outcome);
      await session.end();
    },
  },
  {
    name: 'retries a response that was cut off, and completes it once',
    tags: ['errors'],
    needs: (_, { cut }) => cut,
    async play(world) {
      const session = await world.begin();
      const word = session.id;
      await session.send(world.cues.cut!(word));
      await session.nextWhere(world.cues.hold.isHeld);
      world.setup.cut!(word);
      expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
      const turn = await session.turnEnd();
      expect(turn.outcome).toBe('completed');
      expect(turn.texts.at(-1)).toBe('This begins and does end.');
      const whole = turn.items('message', 'assistant').filter(({ status }) => status === 'completed');
      expect(whole).toHaveLength(1);
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'ends the session on a crash by default',
    needs: ({ capabilities }) => !capabilities.sharedProcess,
    async play(world) {
      const session = await world.begin();
      await world.hold(session);
      await crash(world, session);
      expect((await session.next('session.ended')).data).toMatchObject({
        reason: 'error',
        terminated_by: 'agent',
      });
      await session.end();
    },
  },
  {
    name: 'leaves no command running after the session',
    tags: ['lifecycle'],
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const pid = await runBusyCommand(world, session);
      expect(isRunning(pid)).toBe(true);
      await session.end();
      expect(isRunning(pid)).toBe(false);
      expect(await agentProcesses(world.daemon, session.id)).toEqual([]);
    },
  },
  {
    name: 'resumes its sessions after a crash during a turn',
    tags: ['crash'],
    isDestructive: true,
    async play(world) {
      const { echo, hold } = world.cues;
      const directory = await world.workspace();
      const sessions = await Promise.all([1, 2].map(() => world.begin({ directory, onAgentExit: 'resume' })));
      const [busy, idle] = sessions as [Conversation, Conversation];
      await Promise.all(sessions.map((session) => world.echoes(session, 'before')));
      await world.hold(busy);
      const { native } = busy;
      await crash(world, busy);
      const turn = await busy.turnEnd();
      expect(turn.outcome).toBe('error');
      expect(turn.errors).toMatchObject([{ code: 'agent_process_exited' }]);
      await world.remembers(busy, [echo('before'), hold.message]);
      expect(busy.native).toBe(native);
      await world.echoes(idle);
      await Promise.all(sessions.map((session) => session.end()));
    },
  },
  {
    name: 'resumes after the daemon was killed during a turn',
    tags: ['restart'],
    isDestructive: true,
    async play(world) {
      const { echo, hold } = world.cues;
      const session = await world.begin();
      await world.echoes(session, 'before');
      await world.hold(session);
      const { native } = session;
      const later = await session.rejoin(await world.restart('SIGKILL'));
      const cut = await later.turnEnd();
      expect(cut.of('turn.ended')).toMatchObject([
        { data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } } },
      ]);
      await world.remembers(later, [echo('before'), hold.message]);
      expect(later.native).toBe(native);
      await later.end();
    },
  },
  ...(['SIGTERM', 'SIGKILL'] as const).map(
    (signal): Scenario => ({
      name: `leaves no command running after ${signal} to the daemon`,
      isDestructive: true,
      async play(world) {
        const session = await world.begin({ permissionMode: 'bypass' });
        const pid = await runBusyCommand(world, session);
        const daemon = await world.restart(signal);
        expect(isRunning(pid)).toBe(false);
        const later = await session.rejoin(daemon);
        expect((await later.turnEnd()).outcome).toBe('interrupted');
        await world.echoes(later);
        await later.end();
      },
    }),
  ),
];

/** Kills the session's process, or all shared ones. */
async function crash({ agent, daemon }: World, session: Conversation): Promise<void> {
  const ids = agent.capabilities.sharedProcess ? [] : [session.id];
  const victims = await agentProcesses(daemon, ...ids);
  expect(victims).not.toEqual([]);
  for (const { pid } of victims) process.kill(pid, 'SIGKILL');
}

/** Lets the agent run a command that does not exit by itself; returns its pid. */
async function runBusyCommand(world: World, session: Conversation): Promise<number> {
  const busy = await busyCommand(session.directory);
  await session.send(world.cues.command(busy.command));
  return busy.running();
}
