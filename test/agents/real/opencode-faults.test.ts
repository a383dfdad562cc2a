import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { busyCommand } from '../../support/real/busy-command.js';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { agentProcesses, isRunning } from '../../support/real/processes-at.js';
import { type OpenCodeStage, openCodeStage } from './opencode-stage.js';

/** The model has begun to talk. */
const isBeginning = ({ type, source }: UniversalEvent) => type === 'item.delta' && source === 'agent';

describe.skipIf(!isWanted('opencode'))('the real OpenCode', () => {
  let opencode: OpenCodeStage;
  beforeAll(async () => {
    opencode = await openCodeStage();
  }, 600_000);
  afterAll(async () => {
    expect(await opencode?.stage.close()).toEqual([]);
  });

  const begin = (more: object = {}) => Conversation.begin(opencode.daemon, { agent: 'opencode', ...more });

  async function goesOn(session: Conversation, word = 'after'): Promise<void> {
    const turn = await session.turn(`[[echo ${word}]]`);
    expect(turn.said).toEqual([`You said ${word}, and I heard it.`]);
    expect(turn.outcome).toBe('completed');
  }

  it('is interrupted in the middle of a sentence', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is interrupted before it has begun', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is interrupted while it waits for a permission, and asks for it again', {
    tags: ['interrupt'],
  }, async () => {
    const session = await begin();
    await session.send('[[shell touch never.txt]]');
    const { data } = await session.next('permission.requested');
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.of('permission.resolved')).toMatchObject([{ data: { metadata: { reply: 'cancelled' } } }]);
    await expect(session.reply(data.permission_id, 'once')).rejects.toThrow();
    await session.send('[[shell touch never.txt]]');
    await session.permit('reject', 'no');
    expect((await session.turnEnd()).outcome).toBe('completed');
    await session.end();
  });

  it('is interrupted while a helper waits for a permission', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[delegate-on touch never.txt]]');
    await session.next('permission.requested');
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.of('permission.resolved')).toMatchObject([{ data: { metadata: { reply: 'cancelled' } } }]);
    await goesOn(session);
    await session.end();
  });

  it('is interrupted while it waits for an answer', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[question]]');
    await session.next('question.requested');
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await goesOn(session);
    await session.end();
  });

  it('is told by the API that the key is wrong', { tags: ['errors'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[unauthorized]]');
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([{ details: { retryable: false, http_status: 401 } }]);
    await goesOn(session);
    await session.end();
  });

  it.each(['limited', 'overloaded'])(
    'gives up after some attempts where the API is %s',
    { tags: ['errors'] },
    async (tag) => {
      const session = await begin();
      const turn = await session.turn(`[[${tag}]]`);
      expect(turn.outcome).toBe('error');
      const attempts = turn.errors.map(({ details }) => details?.retryable);
      expect(attempts).toEqual([true, true, true, true, true, false]);
      expect(turn.said).toEqual([]);
      await goesOn(session);
      await session.end();
    },
  );

  it('does not reach the API, and tries until it is interrupted', { tags: ['errors'] }, async () => {
    const daemon = await opencode.daemonAt(1);
    const session = await Conversation.begin(daemon, { agent: 'opencode' });
    await session.send('[[echo anybody]]');
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    await session.end();
  });

  it('begins again where the stream was cut, and does not say it twice', { tags: ['errors'] }, async () => {
    const session = await begin();
    await session.send('[[held-once of this test]]');
    await session.nextWhere(isBeginning);
    opencode.api.cut();
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.said.at(-1)).toBe('This begins and does end.');
    const whole = turn.items('message', 'assistant').filter(({ status }) => status === 'completed');
    expect(whole).toHaveLength(1);
    await goesOn(session);
    await session.end();
  });

  it('is killed in the middle of a turn, and its sessions go on', { tags: ['crash'] }, async () => {
    const sessions = await Promise.all([begin(), begin()]);
    const [busy, idle] = sessions as [Conversation, Conversation];
    await Promise.all(sessions.map((session) => goesOn(session, 'before')));
    await busy.send('[[held]]');
    await busy.nextWhere(isBeginning);
    const native = busy.events().at(-1)?.native_session_id;
    const [server] = await agentProcesses(opencode.daemon);
    process.kill(server!.pid, 'SIGKILL');
    const turn = await busy.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([{ code: 'agent_process_exited' }]);
    await goesOn(busy);
    expect(busy.events().at(-1)?.native_session_id).toBe(native);
    expect(opencode.api.moments.at(-1)?.body).toContain('[[held]]');
    await goesOn(idle);
    await Promise.all(sessions.map((session) => session.end()));
  });

  it('works in ten sessions at once', async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    await Promise.all(
      numbers.map(async (number) => {
        const session = await begin();
        for (const round of ['first', 'second']) {
          const turn = await session.turn(`[[echo ${round} of ${number}]]`);
          expect(turn.said).toEqual([`You said ${round} of ${number}, and I heard it.`]);
        }
        await session.end();
      }),
    );
  });

  it('leaves nothing of a command behind that outlasts its session', { tags: ['lifecycle'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const busy = await busyCommand(session.directory);
    await session.send(`[[shell ${busy.command}]]`);
    const pid = await busy.running();
    expect(isRunning(pid)).toBe(true);
    await session.end();
    expect(isRunning(pid)).toBe(false);
  });

  // The last ones: the daemon is another one from here on.
  it('goes on after the daemon was killed in the middle of a turn', { tags: ['restart'] }, async () => {
    const session = await begin();
    await goesOn(session, 'before');
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    const native = session.events().at(-1)?.native_session_id;
    opencode.daemon = await opencode.daemon.restart();
    const later = await session.rejoin(opencode.daemon);
    const cut = await later.turnEnd();
    expect(cut.of('turn.ended')).toMatchObject([
      { data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } } },
    ]);
    await goesOn(later);
    expect(later.events().at(-1)?.native_session_id).toBe(native);
    expect(opencode.api.moments.at(-1)?.body).toContain('[[echo before]]');
    await later.end();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing of a command behind after %s to the daemon',
    async (signal) => {
      const session = await begin({ permissionMode: 'bypass' });
      const busy = await busyCommand(session.directory);
      await session.send(`[[shell ${busy.command}]]`);
      const pid = await busy.running();
      opencode.daemon = await opencode.daemon.restart(signal);
      expect(isRunning(pid)).toBe(false);
      const later = await session.rejoin(opencode.daemon);
      expect((await later.turnEnd()).outcome).toBe('interrupted');
      await goesOn(later);
      await later.end();
    },
  );
});
