import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Agent, AgentDeps, AgentRuntime } from '../../src/agents/agent.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import { defaultLimits, ProblemError } from '../../src/schema/index.js';
import { Agents } from '../../src/sessions/agents.js';
import { Policy } from '../../src/sessions/policy.js';
import { tempFolder } from '../support/temp-folder.js';

const program = new URL('../../fixtures/programs/prints-environment.mjs', import.meta.url).pathname;

/** The agents of a daemon that has only one, and the dependencies passed to it. */
async function rig(changes: Partial<Agent> = {}, offered: Partial<AgentRuntime> = {}) {
  const dataFolder = await tempFolder();
  const grounds: AgentDeps[] = [];
  const stop = vi.fn(async () => {});
  const agent: Agent = {
    ...mockAgent,
    open: (ground) => {
      grounds.push(ground);
      return { ...mockAgent.open(ground), stop, ...offered };
    },
    ...changes,
  };
  const agents = new Agents({
    agents: [agent],
    env: { PATH: process.env.PATH, GREENROOM_TOKEN: 'secret', COLOUR: 'green' },
    passEnv: ['COLOUR'],
    dataFolder,
    policy: new Policy({}, {}),
    owner: 'house',
    graceMs: 500,
    limits: defaultLimits,
    logger: pino({ level: 'silent' }),
  });
  onTestFinished(() => agents.stop());
  return { agents, agent, grounds, stop, dataFolder };
}

describe('the agents of a daemon', () => {
  it('are opened once, on first use, and stopped with the daemon', async () => {
    const { agents, agent, grounds, stop } = await rig();
    expect(grounds).toHaveLength(0);
    expect(agents.open(agent)).toBe(agents.open(agent));
    expect(grounds).toHaveLength(1);
    await agents.stop();
    expect(stop).toHaveBeenCalledOnce();
  });

  it('start their own processes with the agent environment and a mark that no session has', async () => {
    const { agents, agent, grounds, dataFolder } = await rig();
    agents.open(agent);
    const lines: string[] = [];
    const process = grounds[0]!.spawn('agent:mock', {
      command: 'node',
      args: [program],
      env: { MORE: 'yes' },
      onLine: (line) => lines.push(line),
    });
    expect(await process.exited).toMatchObject({ code: 0 });
    const env = JSON.parse(lines[0]!) as Record<string, string>;
    expect(env).toMatchObject({ COLOUR: 'green', MORE: 'yes', GREENROOM_MARK: 'house/agent:mock' });
    expect(env).not.toHaveProperty('GREENROOM_TOKEN');
    expect(grounds[0]!.stateFolder).toBe(`${dataFolder}/agents/mock`);
  });

  it('start nothing after they were stopped', async () => {
    const { agents, agent, grounds } = await rig();
    agents.open(agent);
    await agents.stop();
    const late = () => grounds[0]!.spawn('agent:mock', { command: 'node', args: [], onLine: () => {} });
    expect(late).toThrow('stopping');
  });

  it('name the install command if they are not installed', async () => {
    const { agents, agent, grounds } = await rig({ locate: async () => null });
    agents.open(agent);
    const error = await grounds[0]!.program().catch((error: unknown) => error);
    expect((error as ProblemError).problem).toMatchObject({
      type: 'urn:greenroom:error:agent_not_installed',
      command: 'greenroom agents install mock',
    });
  });

  it('are unavailable if their program cannot list its options, and pass on other problems unchanged', async () => {
    const broken = await rig({}, { models: () => Promise.reject(new Error('it crashed')) });
    const error = await broken.agents
      .offer(broken.agent)
      .models()
      .catch((error: unknown) => error);
    expect((error as ProblemError).problem).toMatchObject({
      type: 'urn:greenroom:error:agent_unavailable',
      detail: expect.stringContaining('it crashed'),
    });
    const known = new ProblemError('agent_not_installed', 'not there');
    const missing = await rig({}, { models: () => Promise.reject(known) });
    await expect(missing.agents.offer(missing.agent).models()).rejects.toBe(known);
  });
});
