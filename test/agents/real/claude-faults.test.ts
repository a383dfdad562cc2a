import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { busyCommand } from '../../support/real/busy-command.js';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { agentProcesses, isRunning } from '../../support/real/processes-at.js';
import { type ClaudeStage, claudeStage } from './claude-stage.js';

/** The model has begun to talk. */
const isBeginning = ({ type, source }: UniversalEvent) => type === 'item.delta' && source === 'agent';

describe.skipIf(!isWanted('claude'))('the real Claude CLI', () => {
  let claude: ClaudeStage;
  beforeAll(async () => {
    claude = await claudeStage();
  }, 600_000);
  afterAll(async () => {
    expect(await claude?.stage.close()).toEqual([]);
  });

  const begin = (more: object = {}) => Conversation.begin(claude.daemon, { agent: 'claude', ...more });

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

  it('is interrupted while it waits for a permission', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send('[[bash touch never.txt]]');
    await session.next('permission.requested');
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.of('permission.resolved')).toMatchObject([{ data: { metadata: { reply: 'cancelled' } } }]);
    await goesOn(session);
    await session.end();
  });

  it.each([
    ['unauthorized', 401],
    ['limited', 429],
    ['overloaded', 529],
  ])('is told by the API: %s', { tags: ['errors'] }, async (tag, status) => {
    const session = await begin();
    const turn = await session.turn(`[[${tag}]]`);
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    expect(JSON.stringify(turn.errors)).toContain(String(status));
    expect(turn.said).toEqual([]);
    await goesOn(session);
    await session.end();
  });

  it('does not reach the API', { tags: ['errors'] }, async () => {
    const session = await begin({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } });
    const turn = await session.turn('[[echo anybody]]');
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    await session.end();
  });

  it('begins again where the stream was cut, and at last asks for all at once', {
    tags: ['errors'],
  }, async () => {
    const session = await begin();
    await session.send('[[cut-streams]]');
    await session.nextWhere(isBeginning);
    claude.api.cut();
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(isBeginning);
    claude.api.cut();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.items('message', 'assistant').map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'completed',
    ]);
    expect(turn.said.at(-1)).toBe('Half of a sentence, and the other half.');
    await goesOn(session);
    await session.end();
  });

  it('is killed in the middle of a turn, and the session goes on', { tags: ['crash'] }, async () => {
    const session = await begin({ onAgentExit: 'resume' });
    await goesOn(session, 'before');
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    const [cli] = await agentProcesses(claude.daemon, session.id);
    process.kill(cli!.pid, 'SIGKILL');
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([{ code: 'agent_process_exited' }]);
    const native = session.events().at(-1)?.native_session_id;
    await goesOn(session);
    expect(session.events().at(-1)?.native_session_id).toBe(native);
    expect(claude.api.moments.at(-1)?.body).toContain('[[echo before]]');
    await session.end();
  });

  it('is killed in the middle of a turn, which ends the session', async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    const [cli] = await agentProcesses(claude.daemon, session.id);
    process.kill(cli!.pid, 'SIGKILL');
    expect((await session.next('session.ended')).data).toMatchObject({
      reason: 'error',
      terminated_by: 'agent',
    });
    await session.end();
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
    await session.send(`[[bash ${busy.command}]]`);
    const pid = await busy.running();
    expect(isRunning(pid)).toBe(true);
    await session.end();
    expect(isRunning(pid)).toBe(false);
    expect(await agentProcesses(claude.daemon, session.id)).toEqual([]);
  });

  // The last ones: the daemon is another one from here on.
  it('goes on after the daemon was killed in the middle of a turn', { tags: ['restart'] }, async () => {
    const session = await begin();
    await goesOn(session, 'before');
    await session.send('[[held]]');
    await session.nextWhere(isBeginning);
    const native = session.events().at(-1)?.native_session_id;
    claude.daemon = await claude.daemon.restart();
    const later = await session.rejoin(claude.daemon);
    const cut = await later.turnEnd();
    expect(cut.of('turn.ended')).toMatchObject([
      { data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } } },
    ]);
    await goesOn(later);
    expect(later.events().at(-1)?.native_session_id).toBe(native);
    expect(claude.api.moments.at(-1)?.body).toContain('[[echo before]]');
    await later.end();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing of a command behind after %s to the daemon',
    async (signal) => {
      const session = await begin({ permissionMode: 'bypass' });
      const busy = await busyCommand(session.directory);
      await session.send(`[[bash ${busy.command}]]`);
      const pid = await busy.running();
      claude.daemon = await claude.daemon.restart(signal);
      expect(isRunning(pid)).toBe(false);
      const later = await session.rejoin(claude.daemon);
      expect((await later.turnEnd()).outcome).toBe('interrupted');
      await goesOn(later);
      await later.end();
    },
  );
});
