import { describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { fakeAgents } from '../../support/fake-agents.js';
import { expectProblem } from '../../support/problem.js';
import { assistantTexts } from '../../support/texts.js';
import { turn } from '../../support/turns.js';

const version = (FAKE_CODEX_VERSION: string) => testDaemon({ env: { ...fakeAgents, FAKE_CODEX_VERSION } });

const modeOf = async (daemon: TestDaemon) => assistantTexts(await turn(daemon, 's', 'mode')).at(-1);

describe('a version whose threads do not name their model', () => {
  it('plans where the session says so', async () => {
    const daemon = await version('0.150.1');
    await daemon.create('s', { agent: 'codex', permissionMode: 'plan' });
    expect(await modeOf(daemon)).toBe('plan');
    await daemon.call('PATCH', '/v1/sessions/s', { permissionMode: 'default' });
    expect(await modeOf(daemon)).toBe('default');
    await daemon.call('PATCH', '/v1/sessions/s', { agentMode: 'plan' });
    expect(await modeOf(daemon)).toBe('plan');
    expect(await daemon.call<SessionInfo>('GET', '/v1/sessions/s')).toMatchObject({ model: 'big' });
  });

  it('is announced as untested', async () => {
    const daemon = await version('0.150.1');
    await daemon.create('s', { agent: 'codex' });
    const notices = (await daemon.events('s')).flatMap((event) =>
      event.type === 'item.completed' ? event.data.item.content : [],
    );
    expect(notices).toContainEqual({ type: 'json', json: { version: '0.150.1', tested: ['0.166.0'] } });
  });
});

describe('a version without a plan mode', () => {
  it.each([
    ['permissionMode', ['default', 'acceptEdits', 'bypass']],
    ['agentMode', ['build']],
  ])('refuses a session that is to plan, and a change to it: %s', async (field, supported) => {
    const daemon = await version('0.90.0');
    const created = await daemon.fetch('POST', '/v1/sessions/t', { agent: 'codex', [field]: 'plan' });
    const problem = await expectProblem(created, 'mode_not_supported');
    expect(problem).toMatchObject({ field, supported });
    expect(problem.detail).toMatch(`Codex 0.90.0 has no ${field} plan`);

    await daemon.create('s', { agent: 'codex' });
    const changed = await daemon.fetch('PATCH', '/v1/sessions/s', { [field]: 'plan' });
    await expectProblem(changed, 'mode_not_supported');
    expect(await modeOf(daemon)).toBe('default');
    expect(await daemon.call<SessionInfo>('GET', '/v1/sessions/s')).toMatchObject({
      agentMode: 'build',
      permissionMode: 'default',
    });
  });
});
