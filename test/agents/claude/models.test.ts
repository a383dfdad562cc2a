import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AgentModelsResponse } from '../../../src/schema/index.js';
import { testDaemon } from '../../support/daemon.js';
import { fakeAgents } from '../../support/fake-agents.js';
import { expectProblem } from '../../support/problem.js';
import { tempFolder } from '../../support/temp-folder.js';

describe('model list of claude', () => {
  it('is fetched once, by a process that exits afterwards', async () => {
    const log = join(await tempFolder(), 'log');
    const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_LOG: log } });
    const ask = () => daemon.call<AgentModelsResponse>('GET', '/v1/agents/claude/models');
    const [one, two] = await Promise.all([ask(), ask()]);
    expect([two, await ask()]).toEqual([one, one]);
    expect(one.models.map(({ id }) => id)).toEqual(['default', 'small', 'claude-big-1', 'claude-small-1']);
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('is a problem if the handshake fails', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_BROKEN: '1' } });
    const response = await daemon.fetch('GET', '/v1/agents/claude/models');
    const { detail } = await expectProblem(response, 'agent_unavailable');
    expect(detail).toContain('exit code 3');
  });
});

it('stopping the daemon stops a handshake that never completes', async () => {
  const log = join(await tempFolder(), 'log');
  const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_LOG: log, FAKE_SILENT: '1' } });
  // The response may or may not arrive before the daemon stops.
  const answer = daemon.fetch('GET', '/v1/agents/claude/models').then(
    ({ status }) => status,
    () => 'cut off',
  );
  const pid = await vi.waitFor(
    async () =>
      Number(/pid (\d+)\n/.exec(await readFile(log, 'utf8'))?.[1] ?? expect.fail('it has not begun')),
    { timeout: 20_000 },
  );
  await daemon.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect([503, 'cut off']).toContain(await answer);
});
