import type { Handlers } from './handler.js';

export const daemonHandlers = {
  getHealth: (_input, { services }) => ({ status: 'ok', version: services.version }),
  getReady: (_input, { services }) => ({ status: 'ok', version: services.version }),
  getMetrics: async (_input, { services: { metrics } }) => ({
    type: metrics.contentType,
    content: await metrics.text(),
  }),
} satisfies Partial<Handlers>;
