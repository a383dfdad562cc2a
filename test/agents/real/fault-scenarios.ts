import { expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { busyCommand } from '../../support/real/busy-command.js';
import { Conversation } from '../../support/real/conversation.js';
import type { AgentStage } from '../../support/real/on-stage.js';
import { agentProcesses, isRunning } from '../../support/real/processes-at.js';

/** How one agent differs from another in what these scenarios do. */
export interface FaultDialect {
  agent: string;
  stage(): AgentStage;
  /** The script that runs a command. */
  command: string;
  /** The script that runs one and asks before. */
  asking: string;
  /** Whether all sessions have the same process. */
  isShared: boolean;
}

/** The model has begun to talk. */
export const isBeginning = ({ type, source }: UniversalEvent) => type === 'item.delta' && source === 'agent';

/** A session answers as if nothing had happened. */
export async function goesOn(session: Conversation, word = 'after'): Promise<void> {
  const turn = await session.turn(`[[echo ${word}]]`);
  expect(turn.said).toEqual([`You said ${word}, and I heard it.`]);
  expect(turn.outcome).toBe('completed');
}

/** Begins a turn that does not end by itself. */
export async function beginHeld(session: Conversation): Promise<void> {
  await session.send('[[held]]');
  await session.nextWhere(isBeginning);
}

/** What happens to all agents, and must do no harm to any. After the last ones the daemon is another. */
export function faultScenarios({ agent, stage, command, asking, isShared }: FaultDialect): void {
  const begin = (more: object = {}) => Conversation.begin(stage().daemon, { agent, ...more });

  it('is interrupted in the middle of a sentence', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await beginHeld(session);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is interrupted while it waits for a permission', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send(`[[${asking} touch never.txt]]`);
    const { data } = await session.next('permission.requested');
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.of('permission.resolved')).toMatchObject([{ data: { metadata: { reply: 'cancelled' } } }]);
    await expect(session.reply(data.permission_id, 'once')).rejects.toThrow('is pending');
    await goesOn(session);
    await session.end();
  });

  it('is killed in the middle of a turn, and its sessions go on', { tags: ['crash'] }, async () => {
    const sessions = [
      await begin({ onAgentExit: 'resume' }),
      await begin({ onAgentExit: 'resume' }),
    ] as const;
    const [busy, idle] = sessions;
    await Promise.all(sessions.map((session) => goesOn(session, 'before')));
    await beginHeld(busy);
    const { native } = busy;
    const [victim] = await agentProcesses(stage().daemon, ...(isShared ? [] : [busy.id]));
    process.kill(victim!.pid, 'SIGKILL');
    const turn = await busy.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([{ code: 'agent_process_exited' }]);
    await goesOn(busy);
    expect(busy.native).toBe(native);
    expect(stage().api.moments.at(-1)?.body).toContain('[[echo before]]');
    await goesOn(idle);
    await Promise.all(sessions.map((session) => session.end()));
  });

  it('works in ten sessions at once', async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    await Promise.all(
      numbers.map(async (number) => {
        const session = await begin();
        for (const round of ['first', 'second']) await goesOn(session, `${round} of ${number}`);
        await session.end();
      }),
    );
  });

  it('leaves nothing of a command behind that outlasts its session', { tags: ['lifecycle'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const busy = await busyCommand(session.directory);
    await session.send(`[[${command} ${busy.command}]]`);
    const pid = await busy.running();
    expect(isRunning(pid)).toBe(true);
    await session.end();
    expect(isRunning(pid)).toBe(false);
    expect(await agentProcesses(stage().daemon, session.id)).toEqual([]);
  });

  it('goes on after the daemon was killed in the middle of a turn', { tags: ['restart'] }, async () => {
    const session = await begin();
    await goesOn(session, 'before');
    await beginHeld(session);
    const { native } = session;
    stage().daemon = await stage().daemon.restart();
    const later = await session.rejoin(stage().daemon);
    const cut = await later.turnEnd();
    expect(cut.of('turn.ended')).toMatchObject([
      { data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } } },
    ]);
    await goesOn(later);
    expect(later.native).toBe(native);
    expect(stage().api.moments.at(-1)?.body).toContain('[[echo before]]');
    await later.end();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing of a command behind after %s to the daemon',
    async (signal) => {
      const session = await begin({ permissionMode: 'bypass' });
      const busy = await busyCommand(session.directory);
      await session.send(`[[${command} ${busy.command}]]`);
      const pid = await busy.running();
      stage().daemon = await stage().daemon.restart(signal);
      expect(isRunning(pid)).toBe(false);
      const later = await session.rejoin(stage().daemon);
      expect((await later.turnEnd()).outcome).toBe('interrupted');
      await goesOn(later);
      await later.end();
    },
  );
}
