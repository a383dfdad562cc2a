import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runs } from '../../supervision/programs.js';
import { daemonProcess } from '../../support/program.js';
import { Conversation } from '../../support/real/conversation.js';
import { isRunning } from '../../support/real/processes-at.js';
import { tempFolder } from '../../support/temp-folder.js';
import { AmpVenue, startsIn } from './amp-venue.js';

/** The turn has reached a tool that never returns. */
const isAtWork = (event: { type: string; data: unknown }) =>
  event.type === 'item.completed' && JSON.stringify(event.data).includes('"name":"sleep"');

async function expectHistory(session: Conversation, before: string): Promise<void> {
  const turn = await session.turn('history');
  expect(turn.outcome).toBe('completed');
  expect(turn.texts).toEqual([before]);
}

describe('the Amp stand-in', () => {
  it('exits on an interrupt and is restarted on the same thread', {
    tags: ['interrupt'],
  }, async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin();
    await session.turn('say before');
    await session.send('hold');
    await session.nextWhere(isAtWork);
    await session.interrupt();
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('interrupted');
    expect(turn.errors).toEqual([]);
    const native = session.events().at(-1)?.native_session_id;
    await expectHistory(session, 'say before, hold');
    expect(session.events().at(-1)?.native_session_id).toBe(native);
    await session.end();
    const [first, second] = await amp.starts();
    expect(second?.positionals).toEqual(['threads', 'continue', native]);
    expect([first, second].map((start) => isRunning(start!.pid))).toEqual([false, false]);
  });

  it('is interrupted by a message, which runs next', async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('hold');
    await session.nextWhere(isAtWork);
    await session.send('say instead', { whenBusy: 'interrupt' });
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turnEnd()).texts).toEqual(['instead']);
    await session.end();
  });

  it('stays stopped after an interrupt until the session ends', async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin();
    await session.send('hold');
    await session.nextWhere(isAtWork);
    await session.interrupt();
    await session.turnEnd();
    await session.end();
    expect(session.events().at(-1)?.data).toMatchObject({ reason: 'terminated' });
    expect(await amp.starts()).toHaveLength(1);
    expect(await amp.connectionFiles()).toEqual([]);
  });

  it('ends the session when it crashes', async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin();
    await session.send('crash');
    expect((await session.next('session.ended')).data).toMatchObject({
      reason: 'error',
      terminated_by: 'agent',
      exit_code: 7,
      stderr: { head: 'out of luck' },
    });
    await session.end();
    expect(await amp.connectionFiles()).toEqual([]);
  });

  it('reports its own error', { tags: ['errors'] }, async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('fail out of credits');
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors).toMatchObject([
      { message: 'out of credits', code: 'error_during_execution', details: { retryable: false } },
    ]);
    expect((await session.next('session.ended')).data).toMatchObject({ reason: 'error', exit_code: 1 });
    await session.end();
  });

  it.each([
    ['there is no key', { AMP_API_KEY: '' }, { message: expect.stringContaining('set AMP_API_KEY') }],
    [
      'its service is not there',
      { AMP_URL: 'http://127.0.0.1:1' },
      { exit_code: 1, stderr: { head: expect.stringContaining("Couldn't connect") } },
    ],
  ])('does not begin where %s', async (_, env, ending) => {
    const amp = await AmpVenue.open(env);
    const session = await amp.begin();
    expect((await session.next('session.ended')).data).toMatchObject({ reason: 'error', ...ending });
    await session.end();
    expect(await amp.connectionFiles()).toEqual([]);
  });

  it('is stopped when it starts a login, whose output is not shown', async () => {
    const amp = await AmpVenue.open({ AMP_API_KEY: '' });
    const folder = join(amp.home, '.local', 'share', 'amp');
    await mkdir(folder, { recursive: true });
    // A login for another service.
    await writeFile(join(folder, 'secrets.json'), '{}');
    const session = await amp.begin();
    const { data } = await session.next('session.ended');
    expect(data).toMatchObject({ reason: 'error', message: expect.stringContaining('amp login') });
    expect(JSON.stringify(session.events())).not.toContain('authToken');
    await session.end();
    expect((await amp.starts()).map(({ pid }) => isRunning(pid))).toEqual([false]);
  });

  it('resumes after the daemon was killed during a turn', { tags: ['restart'] }, async () => {
    const { home, env } = await AmpVenue.environment();
    const first = await daemonProcess({ env });
    const venue = (daemon: { connect: AmpVenue['connect'] }) => ({
      connect: () => daemon.connect(),
      stage: { workspace: () => tempFolder() },
    });
    const session = await Conversation.begin(venue(first.daemon), { agent: 'amp' });
    await session.turn('say before');
    await session.send('bash touch never.txt');
    await session.next('permission.requested');
    first.child.kill('SIGKILL');
    await first.child;
    const { daemon, dataFolder } = await daemonProcess({ env, dataFolder: first.dataFolder });
    const later = await session.rejoin(venue(daemon));
    const turn = await later.turnEnd();
    expect(turn.of('turn.ended')).toMatchObject([
      { data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } } },
    ]);
    await expectHistory(later, 'say before, bash touch never.txt');
    // The files of the killed daemon are removed as well.
    expect(await readdir(join(dataFolder, 'agents', 'amp', 'connections'))).toHaveLength(1);
    await later.end();
    const starts = await startsIn(home);
    expect(await Promise.all(starts.map(({ pid }) => runs(pid)))).toEqual([false, false]);
  });
});
