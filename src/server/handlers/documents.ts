import { asyncApi, openApi } from '../documents/index.js';
import type { Services } from '../services.js';
import type { Handlers } from './handler.js';

type Document = Record<string, unknown>;

const openApiOf = oncePerDaemon(openApi);
const asyncApiOf = oncePerDaemon(asyncApi);

export const documentHandlers = {
  getOpenapi: (_input, { services }) => openApiOf(services),
  getAsyncapi: (_input, { services }) => asyncApiOf(services),
} satisfies Partial<Handlers>;

/** Built on first use: neither version nor agents change while a daemon runs. */
function oncePerDaemon(build: (about: { version: string; agents: string[] }) => Document) {
  const built = new WeakMap<Services, Document>();
  return (services: Services): Document => {
    const { version, agents } = services;
    const document = built.get(services) ?? build({ version, agents: agents.map(({ id }) => id) });
    built.set(services, document);
    return document;
  };
}
