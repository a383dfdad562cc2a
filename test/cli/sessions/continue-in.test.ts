import { expect, it, vi } from 'vitest';
import { continueIn } from '../../../src/cli/sessions/continue-in.js';
import type { GreenroomClient, NewSession, SessionInfo } from '../../../src/client/index.js';

const earlier = {
  sessionId: 'first',
  agent: 'mock',
  directory: '/srv',
  agentMode: 'build',
  permissionMode: 'plan',
  model: 'inner-name',
  variant: 'high',
} as SessionInfo;

/** What is asked of the daemon, whose agent offers these models. */
async function requested(
  models: { id: string; variants?: string[] }[],
  given: { fork: boolean } & Record<string, unknown>,
): Promise<NewSession> {
  let asked: NewSession | null = null;
  const client = {
    agents: { models: async () => ({ models }) },
    sessions: {
      create: async (request: NewSession) => {
        asked = request;
        return { created: { sessionId: 'second', healthy: true, error: null } };
      },
    },
  } as unknown as GreenroomClient;
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { fork, ...flags } = given;
  await continueIn(client, { earlier, resume: 'first', fork }, { data: '', ...flags });
  return asked!;
}

it('asks for a fork, or for the conversation itself', async () => {
  const common = {
    agent: 'mock',
    resume: 'first',
    directory: '/srv',
    agentMode: 'build',
    permissionMode: 'plan',
  };
  expect(await requested([], { fork: true })).toEqual({ ...common, fork: true });
  expect(await requested([], { fork: false })).toEqual(common);
});

it('keeps a model that the agent offers, unless another one is asked for', async () => {
  const offered = [{ id: 'inner-name', variants: ['low', 'high'] }];
  expect(await requested(offered, { fork: false })).toMatchObject({ model: 'inner-name', variant: 'high' });
  expect(await requested([{ id: 'inner-name' }], { fork: false })).not.toHaveProperty('variant');
  const other = await requested(offered, { fork: false, model: 'other' });
  expect(other).toMatchObject({ model: 'other' });
  expect(other).not.toHaveProperty('variant');
});
