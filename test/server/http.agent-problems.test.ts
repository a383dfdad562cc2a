import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { fakeNpm } from '../support/fake-npm.js';
import { expectProblem } from '../support/problem.js';

describe('a problem about an agent names it', () => {
  it.each([
    ['POST', '/v1/sessions/one', { agent: 'nobody' }],
    ['POST', '/v1/agents/nobody/install', undefined],
    ['GET', '/v1/agents/nobody/modes', undefined],
    ['GET', '/v1/agents/nobody/models', undefined],
  ])('if it is unknown: %s %s', async (method, path, body) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(await daemon.fetch(method, path, body), 'unsupported_agent');
    expect(problem.agent).toBe('nobody');
  });

  it('if it is not installed', async () => {
    const { env } = await fakeNpm();
    const daemon = await testDaemon({ env });
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'codex' });
    expect(await expectProblem(response, 'agent_not_installed')).toMatchObject({ agent: 'codex' });
  });

  it('if it cannot be installed', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: '/nowhere/mock' } });
    const response = await daemon.fetch('POST', '/v1/agents/mock/install');
    expect(await expectProblem(response, 'agent_unavailable')).toMatchObject({ agent: 'mock' });
  });

  it('if its installation failed, with the output of npm', async () => {
    const { env } = await fakeNpm('fails');
    const daemon = await testDaemon({ env });
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/agents/claude/install'),
      'install_failed',
    );
    expect(problem).toMatchObject({ agent: 'claude', details: { stderr: expect.stringContaining('E404') } });
  });

  it.each([
    ['agentMode', { agentMode: 'dream' }, 'dream'],
    ['permissionMode', { agent: 'amp', permissionMode: 'plan' }, 'plan'],
    ['model', { model: 'mock-9' }, 'mock-9'],
    ['variant', { model: 'mock-mini', variant: 'huge' }, 'huge'],
    ['skills', { skills: { sources: [] } }, 'skills'],
  ])('if it does not support what was asked for, which is named as well: %s', async (_, more, mode) => {
    const daemon = await testDaemon({ env: { ...process.env, GREENROOM_AMP_BIN: process.execPath } });
    const body = { agent: 'mock', ...more };
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/one', body),
      'mode_not_supported',
    );
    expect(problem).toMatchObject({ agent: body.agent, details: { mode } });
  });

  it('if a session cannot be changed in the way that was asked for', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const response = await daemon.fetch('PATCH', '/v1/sessions/one', { agentMode: 'dream' });
    expect(await expectProblem(response, 'mode_not_supported')).toMatchObject({
      agent: 'mock',
      details: { mode: 'dream' },
    });
  });
});
