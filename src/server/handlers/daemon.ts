import { ProblemError } from '../../schema/index.js';
import type { Handlers } from './handler.js';

export const daemonHandlers = {
  getHealth: (_input, { services }) => ({ status: 'ok', version: services.version }),
  getReady: (_input, { services }) => {
    if (services.isReady()) return { status: 'ok', version: services.version };
    throw new ProblemError('storage_unavailable', 'the log cannot be written at the moment');
  },
  getConfiguration: (_input, { services }) => services.configuration,
  getMetrics: (_input, { services: { metrics } }) => metrics.text(),
} satisfies Partial<Handlers>;
