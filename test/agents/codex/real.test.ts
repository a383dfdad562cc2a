import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentConformance } from '../../conformance/agent.js';
import { Conversation } from '../../support/real/conversation.js';
import { binaryOf } from '../../support/real/install.js';
import { driver } from './driver.js';

const { command, hold } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'codex', ...more });

  it('runs a command in its sandbox', async ({ skip }) => {
    const { exitCode } = await suite().setup.stage.run(binaryOf('codex'), ['sandbox', '--', 'true']);
    skip(exitCode !== 0, 'the system allows Codex no sandbox');
    const session = await begin({ permissionMode: 'acceptEdits' });
    const turn = await session.turn(command('echo hello > made.txt && cat made.txt'));
    expect(turn.calls).toEqual(['shell']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'hello\n' }]);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('hello\n');
    await session.end();
  });

  it('starts in many folders at once with a fresh home', async () => {
    const { stage, env } = suite().setup;
    const home = join(stage.home, 'codex-fresh');
    await mkdir(home);
    await copyFile(join(env.CODEX_HOME!, 'config.toml'), join(home, 'config.toml'));
    const sessions = await Promise.all(Array.from({ length: 6 }, () => begin({ env: { CODEX_HOME: home } })));
    for (const session of sessions) {
      expect((await session.turn(driver.cues.echo('here'))).texts).toEqual(['here']);
      await session.end();
    }
  });

  it('shows all sections of its reasoning', { tags: ['reasoning'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[summaries]]');
    expect(turn.thoughts.join('\n')).toMatch(/What could be meant\?.*Hardly\./s);
    await session.end();
  });

  it('gives up on an answer that was cut twice', { tags: ['errors'] }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[hold ${word}]]`);
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    await session.end();
  });
});
