import type { Handlers } from './handler.js';

export const trustHandlers = {
  listTrust: async (_input, { services: { trust } }) => ({ folders: await trust.list() }),
  addTrust: async ({ folder, agent }, { services: { trust, host, agents } }) => ({
    folders: await trust.trust(folder, agent == null ? agents : [host.agents.get(agent)]),
  }),
  removeTrust: async ({ id }, { services: { trust } }) => trust.forget(id),
} satisfies Partial<Handlers>;
