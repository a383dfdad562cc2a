import { expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { fakeNpm } from '../support/fake-npm.js';
import { expectProblem } from '../support/problem.js';
import { assistantTexts } from '../support/texts.js';
import { turn } from '../support/turns.js';

it('installs a missing agent on request only', async () => {
  const { env, calls } = await fakeNpm();
  const daemon = await testDaemon({ env });
  await expectProblem(
    await daemon.fetch('POST', '/v1/sessions/s', { agent: 'codex' }),
    'agent_not_installed',
  );
  expect(await calls()).toHaveLength(0);
  expect((await daemon.fetch('POST', '/v1/agents/codex/install')).status).toBe(204);
  await daemon.create('s', { agent: 'codex' });
  expect(assistantTexts(await turn(daemon, 's', 'hello'))).toEqual(['hello']);
});

it('reinstalls an agent only with reinstall', async () => {
  const { env, calls } = await fakeNpm();
  const daemon = await testDaemon({ env });
  for (const body of [undefined, {}, { reinstall: false }, { reinstall: true }]) {
    expect((await daemon.fetch('POST', '/v1/agents/claude/install', body)).status).toBe(204);
  }
  expect(await calls()).toHaveLength(2);
});

it('reports a failed installation with the output of npm', async () => {
  const { env } = await fakeNpm('fails');
  const daemon = await testDaemon({ env });
  const response = await daemon.fetch('POST', '/v1/agents/claude/install');
  const problem = await expectProblem(response, 'install_failed');
  expect(problem.output).toContain('E404');
});

it('cancels a running installation when the daemon stops', async () => {
  const { env, calls } = await fakeNpm('takes for ever');
  const daemon = await testDaemon({ env });
  const response = daemon.fetch('POST', '/v1/agents/claude/install');
  while ((await calls()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  await daemon.stop();
  await expectProblem(await response, 'install_failed');
});
