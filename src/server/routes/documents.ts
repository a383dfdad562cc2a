import { z } from 'zod';
import { asyncApi, openApi } from '../documents/index.js';
import { type AnyRoute, route } from './route.js';

const JsonDocument = z.record(z.string(), z.unknown());

/** The documents describe all routes, these among them: so they get the table when they are asked for it. */
export function documentRoutes(table: () => readonly AnyRoute[]): AnyRoute[] {
  const openApiOf = kept((version) => openApi(version, table()));
  const asyncApiOf = kept(asyncApi);
  return [
    route({
      method: 'GET',
      path: '/v1/openapi.json',
      id: 'get_openapi',
      tag: 'documents',
      summary: 'This API, as OpenAPI',
      answer: { status: 200, description: 'OpenAPI 3.1', schema: JsonDocument },
      handle: ({ services }) => openApiOf(services.version),
    }),
    route({
      method: 'GET',
      path: '/v1/asyncapi.json',
      id: 'get_asyncapi',
      tag: 'documents',
      summary: 'The WebSocket protocol, as AsyncAPI',
      answer: { status: 200, description: 'AsyncAPI 3.0', schema: JsonDocument },
      handle: ({ services }) => asyncApiOf(services.version),
    }),
  ];
}

/** Made when first asked for: neither the routes nor the version change while a daemon runs. */
function kept(make: (version: string) => object): (version: string) => object {
  const made = new Map<string, object>();
  return (version) => {
    const document = made.get(version) ?? make(version);
    made.set(version, document);
    return document;
  };
}
