import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AgentSetup } from '../../conformance/agent/driver.js';
import { Conversation } from '../../support/real/conversation.js';
import { binaryOf } from '../../support/real/install.js';
import type { StageDaemon } from '../../support/real/stage.js';
import { driver } from './driver.js';

const { askedCommand, echo, recall, threads } = driver.cues;

describe.skipIf(!driver.isAvailable())('an idle session of the real Codex', { timeout: 120_000 }, () => {
  let setup: AgentSetup;
  let daemon: StageDaemon;
  beforeAll(async () => {
    setup = await driver.open();
    daemon = await setup.stage.daemon({ env: setup.env, args: ['--rest-after', '1s'] });
  }, 600_000);
  afterAll(async () => {
    expect(await setup?.stage.close()).toEqual([]);
  });

  const begin = (more: object = {}) => Conversation.begin(daemon, { agent: 'codex', ...more });

  /** Continues a conversation by Codex's own program, as soon as it is allowed to. */
  async function continueElsewhere(native: string, message: string): Promise<void> {
    const args = ['exec', 'resume', '--skip-git-repo-check', native, message];
    const { stage, env } = setup;
    for (;;) {
      const { exitCode, stderr } = await stage.run(binaryOf('codex'), args, stage.env(env));
      if (exitCode === 0) return;
      expect(stderr).toContain('already has an active writer');
    }
  }

  it('lets another program write to its conversation, and goes on with what it wrote', async () => {
    const session = await begin();
    await session.turn(echo('here'));
    const before = session.events().length;
    await continueElsewhere(session.native!, echo('elsewhere'));
    expect(session.events()).toHaveLength(before);
    const turn = await session.turn(recall.message);
    expect(recall.remembers(turn.texts.at(-1)!, [echo('here'), echo('elsewhere')])).toBe(true);
    expect(turn.events[0]).toMatchObject({ type: 'turn.started', sequence: before + 1 });
    await session.end();
  });

  it('has a human asked about its folder if that has changed, before it runs what that brings', async () => {
    const session = await begin();
    await session.turn(echo('here'));
    await continueElsewhere(session.native!, echo('elsewhere'));
    const ran = await setup.stage.workspace();
    const { files } = driver.cues.folder!;
    for (const [name, content] of Object.entries(files(['mktemp', '-p', ran]))) {
      await mkdir(dirname(join(session.directory, name)), { recursive: true });
      await writeFile(join(session.directory, name), content);
    }
    await session.send(echo('again'));
    const asked = await session.next('permission.requested');
    expect(asked.data.action).toBe('trust_folder');
    expect(await readdir(ran)).toEqual([]);
    await session.reply(asked.data.permission_id, 'once');
    expect((await session.turnEnd()).texts).toEqual(['again']);
    await vi.waitFor(async () => expect(await readdir(ran)).not.toEqual([]), 20_000);
    await session.end();
  });

  it('keeps the permissions that were given for it', async () => {
    const session = await begin();
    const { message } = askedCommand('touch again.txt');
    await session.send(message);
    await session.permit('always');
    await session.turnEnd();
    await continueElsewhere(session.native!, echo('elsewhere'));
    const turn = await session.turn(message);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results.map(({ status }) => status)).toEqual(['completed']);
    await session.end();
  });

  it('keeps its sub-agents', async () => {
    const { first, second } = threads!.again!;
    const session = await begin({ permissionMode: 'bypass' });
    await session.turn(first);
    await continueElsewhere(session.native!, echo('elsewhere'));
    const turn = await session.turn(second('once more'));
    expect(turn.texts).toContain('once more');
    const runs = session.items('status').filter(({ thread_id }) => thread_id !== null);
    expect(new Set(runs.map(({ thread_id }) => thread_id)).size).toBe(1);
    expect(runs).toHaveLength(2);
    await session.end();
  });
});
