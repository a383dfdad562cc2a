import { z } from 'zod';
import { json, operation } from './operation.js';

const JsonDocument = z.record(z.string(), z.unknown());

export const documentOperations = {
  getOpenapi: operation({
    summary: 'This API, as OpenAPI',
    tag: 'documents',
    scope: 'read',
    output: json(JsonDocument),
    http: { method: 'GET', path: '/v1/openapi.json', answer: 'OpenAPI 3.1' },
  }),
  getAsyncapi: operation({
    summary: 'The WebSocket protocol, as AsyncAPI',
    tag: 'documents',
    scope: 'read',
    output: json(JsonDocument),
    http: { method: 'GET', path: '/v1/asyncapi.json', answer: 'AsyncAPI 3.0' },
  }),
};
