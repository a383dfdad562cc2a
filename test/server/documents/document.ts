import { asyncApi, openApi } from '../../../src/server/documents/index.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
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
  'x-scope': string;
  'x-scope-elevated'?: { scope: string; when: string };
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
/** The parts of OpenAPI that the tests use. */
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
    {
      action: string;
      'x-scope'?: string;
      messages: { $ref: string }[];
      reply?: { messages: { $ref: string }[] };
    }
  >;
  components: {
    schemas: Record<string, Schema>;
    messages: Record<string, { payload: Schema; correlationId?: { location: string } }>;
  };
}

const about = { version: '1.2.3', agents: ['one', 'two'] };
export const openApiDocument = () => openApi(about) as unknown as OpenApi;
export const asyncApiDocument = () => asyncApi(about) as unknown as AsyncApi;

export interface Named extends Operation {
  method: string;
  path: string;
}

export function operationsOf({ paths }: OpenApi): Named[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** The schema of a successful JSON response. */
export function answerSchema({ responses }: Operation): Schema | undefined {
  const good = Object.keys(responses).find((status) => status.startsWith('2'))!;
  return responses[good]!.content?.['application/json']?.schema;
}

/** All references in a document. */
export function referencesOf(document: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') found.push(value);
    return value;
  });
  return found;
}
