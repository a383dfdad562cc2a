import { machineGraph, machineSvg, transitionBetween } from '../../diagrams/index.js';
import type { Past } from '../../sessions/index.js';
import type { Services } from '../services.js';
import type { Handlers } from './handler.js';

export const stateHandlers = {
  getState: async ({ sessionId, at }, { services }) => (await stateAt(services, sessionId, at)).state,
  listCommands: async ({ sessionId }, { services: { host } }) => {
    const { context } = await host.session(sessionId);
    return { commands: [...context.commands] };
  },
  getCheckpoint: ({ sessionId, at }, { services: { host } }) =>
    host.past.checkpoint(sessionId, at ?? host.info(sessionId).lastSequence),
  getRefusals: ({ sessionId }, { services: { host } }) => ({ refusals: [...host.refusals(sessionId)] }),
  getDiagram: async ({ sessionId, at }, { services }) => {
    const { state, before, event } = await stateAt(services, sessionId, at);
    const { value } = state;
    const lastTransition =
      event && before && transitionBetween(machineGraph('session'), before, value, event.type);
    return machineSvg('session', { value, ...(lastTransition ? { lastTransition } : {}) });
  },
} satisfies Partial<Handlers>;

/** The current state has no last transition, which may be outdated on arrival. */
async function stateAt({ host }: Services, sessionId: string, at: number | undefined): Promise<Past> {
  if (at !== undefined) return host.past.state(sessionId, at);
  return { state: await host.state(sessionId), before: null, event: null };
}
