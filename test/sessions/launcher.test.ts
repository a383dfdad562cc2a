import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { Agent } from '../../src/agents/agent.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { EventLog } from '../../src/log/index.js';
import {
  type CreateSessionRequest,
  defaultLimits,
  ProblemError,
  type SessionInfo,
} from '../../src/schema/index.js';
import { AgentSlots } from '../../src/sessions/agent-slots.js';
import { Agents } from '../../src/sessions/agents.js';
import { Committer } from '../../src/sessions/committer.js';
import { Launcher } from '../../src/sessions/launcher.js';
import { Policy } from '../../src/sessions/policy.js';
import { Secrets } from '../../src/sessions/secrets/index.js';
import type { FolderTrusts } from '../../src/sessions/trust/index.js';
import { timeouts } from '../support/agent-process-rig.js';
import { tempFolder } from '../support/temp-folder.js';
import { FakeAgent } from './fake-agent.js';
import { FakeFolder } from './fake-folder.js';

const program = new URL('../../fixtures/programs/prints-environment.mjs', import.meta.url).pathname;

/** A launcher whose agent is controlled by the test. */
async function rig(earlier: Partial<SessionInfo> | null = null) {
  const folder = await tempFolder();
  const fake = new FakeAgent();
  const agent: Agent = {
    ...mockAgent,
    hiddenEnvironment: ['NESTED'],
    locate: vi.fn(async () => ({ command: 'node', args: [], path: 'node' })),
    open: (deps) => ({ ...mockAgent.open(deps), connect: (context) => fake.connect(context) }),
  };
  const logger = pino({ level: 'silent' });
  const env = { PATH: process.env.PATH, GREENROOM_TOKEN: 'secret', NESTED: '1', COLOUR: 'green' };
  const common = {
    env,
    passEnv: ['COLOUR', 'NESTED'],
    policy: new Policy({}, {}),
    spending: {},
    owner: 'house',
    graceMs: 500,
    limits: defaultLimits,
    logger,
  };
  const committer = new Committer({ append: async () => {} } as unknown as EventLog, {
    describe: () => null,
    committed: () => {},
    written: () => {},
    failed: (_, error) => {
      throw error;
    },
    unavailable: (error) => {
      throw error;
    },
    available: () => {},
  });
  const launcher = new Launcher({
    ...common,
    agents: new Agents({ ...common, agents: [agent], dataFolder: folder }),
    log: { receipt: async () => null },
    committer,
    slots: new AgentSlots(defaultLimits.runningAgents),
    defaults: { onAgentExit: 'end', requestTimeoutMs: null, directory: folder },
    secrets: new Secrets({ key: null, env }),
    trust: new FakeFolder() as unknown as FolderTrusts,
    timeouts,
    now: () => 5,
    find: () => earlier as SessionInfo | null,
    onFailed: () => {},
    onRefused: () => {},
    onAgent: () => {},
  });
  const create = (request: Partial<CreateSessionRequest> = {}) =>
    launcher.create('s', { agent: 'mock', ...request });
  return {
    fake,
    agent,
    folder,
    launcher,
    create,
    /** The options passed to a new session's connection. */
    async connect(request: Partial<CreateSessionRequest> = {}) {
      const session = await create(request);
      const opened = session.open();
      await vi.waitFor(() => expect(fake.calls).toContain('start'));
      fake.becomeReady();
      await opened;
      return fake.context;
    },
  };
}

describe('a new session', () => {
  it('is created without starting an agent', async () => {
    const { create, fake, folder } = await rig();
    const session = await create({ title: 'Trial' });
    expect(session.info()).toMatchObject({
      title: 'Trial',
      directory: folder,
      createdAt: 5,
      status: 'starting',
    });
    expect(fake.calls).toEqual([]);
  });

  it('is refused for an unknown agent', async () => {
    const { create } = await rig();
    await expect(create({ agent: 'none' })).rejects.toThrow(ProblemError);
  });

  it('starts its agent with the resolved program', async () => {
    const { connect, agent, folder } = await rig();
    expect(await connect({ env: { MORE: 'yes' } })).toMatchObject({
      sessionId: 's',
      directory: folder,
      program: { command: 'node' },
      resume: null,
      fork: false,
      env: { MORE: 'yes' },
      stateFolder: `${folder}/agents/mock`,
    });
    expect(agent.locate).toHaveBeenCalledOnce();
  });

  it('passes its environment and mark to its processes, and no settings of the daemon', async () => {
    const { connect } = await rig();
    const { spawn } = await connect({ env: { MORE: 'yes' } });
    const lines: string[] = [];
    const child = spawn({ command: 'node', args: [program], onLine: (line) => lines.push(line) });
    expect(await child.exited).toMatchObject({ code: 0 });
    const env = JSON.parse(lines[0]!) as Record<string, string>;
    expect(env).toMatchObject({ COLOUR: 'green', MORE: 'yes', GREENROOM_MARK: 'house/s' });
    expect(env).not.toHaveProperty('GREENROOM_TOKEN');
    expect(env).not.toHaveProperty('NESTED');
  });
});

describe('resuming a conversation', () => {
  it('accepts a native session id', async () => {
    const { connect } = await rig();
    expect(await connect({ resume: 'n1', fork: true })).toMatchObject({ resume: 'n1', fork: true });
  });

  it('accepts the id of the session that has it', async () => {
    const { connect } = await rig({ agent: 'mock', nativeSessionId: 'n2' });
    expect(await connect({ resume: 'earlier' })).toMatchObject({ resume: 'n2', fork: false });
  });

  it.each([
    ['of another agent', { agent: 'other', nativeSessionId: 'n2' }, 'belongs to other'],
    ['without a conversation', { agent: 'mock', nativeSessionId: null }, 'has no conversation'],
  ])('rejects a session %s', async (_, earlier, message) => {
    const { create } = await rig(earlier);
    await expect(create({ resume: 'earlier' })).rejects.toThrow(message);
  });
});

it('restores a stored session with its own config', async () => {
  const { create, launcher, agent } = await rig();
  const session = await create({ title: 'Trial' });
  const record = {
    sessionId: 's',
    createdAt: 3,
    updatedAt: 4,
    lastSequence: 0,
    unsettled: false,
    ended: false,
    config: JSON.stringify(session.config),
    info: '{}',
  };
  vi.mocked(agent.locate).mockClear();
  const restored = launcher.restore({ record, checkpoint: null, tail: [], queue: [], names: [] });
  expect(restored.config).toEqual(session.config);
  expect(restored.info()).toMatchObject({ createdAt: 3, updatedAt: 4 });
  expect(agent.locate).not.toHaveBeenCalled();
});
