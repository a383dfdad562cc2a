import { asyncApi, openApi } from '../../../src/server/documents/index.js';
import { routes } from '../../../src/server/routes/index.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
export interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
/** As much of OpenAPI as the tests look at. */
export interface OpenApi {
  openapi: string;
  info: { version: string };
  security?: unknown[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
export interface AsyncApi {
  channels: { ws: { address: string; messages: Record<string, { $ref: string }> } };
  operations: Record<
    string,
    { action: string; messages: { $ref: string }[]; reply?: { messages: { $ref: string }[] } }
  >;
  components: {
    schemas: Record<string, Schema>;
    messages: Record<string, { payload: Schema; correlationId?: { location: string } }>;
  };
}

export const openApiDocument = () => openApi('1.2.3', routes) as OpenApi;
export const asyncApiDocument = () => asyncApi('1.2.3') as AsyncApi;

export interface Named extends Operation {
  method: string;
  path: string;
}

export function operationsOf({ paths }: OpenApi): Named[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** The schema of the body of a good answer, where it is JSON. */
export function answerSchema({ responses }: Operation): Schema | undefined {
  const good = Object.keys(responses).find((status) => status.startsWith('2'))!;
  return responses[good]!.content?.['application/json']?.schema;
}

/** All references in a document, wherever they are. */
export function referencesOf(document: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') found.push(value);
    return value;
  });
  return found;
}
