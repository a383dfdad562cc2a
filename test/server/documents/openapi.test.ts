import { Socket } from 'node:net';
import { compileErrors, validate } from '@readme/openapi-parser';
import { describe, expect, it, vi } from 'vitest';
import { operationList, problemStatus } from '../../../src/schema/index.js';
import { operationId } from '../../../src/server/documents/names.js';
import { openApiDocument, operationsOf, referencesOf } from './document.js';

const routes = operationList.flatMap(([name, { http, errors = [], ...more }]) =>
  http ? [{ ...more, ...http, errors, id: operationId(name) }] : [],
);
const document = openApiDocument();
const operations = operationsOf(document);
const operation = (id: string) => operations.find(({ operationId }) => operationId === id)!;

async function faultsOf(api: object): Promise<string | null> {
  // The parser modifies its input.
  const result = await validate(structuredClone(api) as never);
  expect(result.warnings).toEqual([]);
  return result.valid ? null : compileErrors(result);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 and has no external references', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    expect(document.openapi).toBe('3.1.0');
    expect(await faultsOf(document)).toBeNull();
    expect(connect).not.toHaveBeenCalled();
  });

  it('would fail validation with a fault in it', async () => {
    const broken = structuredClone(document);
    broken.paths['/v1/sessions/{sessionId}']!.get!.parameters = [];
    expect(await faultsOf(broken)).toContain('sessionId');
  });

  it('has no dangling references and no unused components', () => {
    const references = new Set(referencesOf(document));
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...references].sort()).toEqual(held.sort());
  });

  it('has exactly the routes of the table', () => {
    const expected = routes.map(
      ({ id, method, path }) => `${id} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const found = operations.map(
      ({ operationId, method, path }) => `${operationId} ${method.toUpperCase()} ${path}`,
    );
    expect(found.sort()).toEqual(expected.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  it('is deterministic and has the given version', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document));
    expect(document.info.version).toBe('1.2.3');
  });

  it('lists the agents of its daemon', () => {
    expect(document.components.schemas.AgentId?.examples).toEqual(['one', 'two']);
  });

  it('describes each tag', () => {
    const used = [...new Set(operations.flatMap(({ tags }) => tags))];
    expect(document.tags.map(({ name }) => name).sort()).toEqual(used.sort());
  });

  it('requires the token except for public routes', () => {
    expect(document.security).toEqual([{ bearer: [] }, { basic: [] }]);
    const open = operations.filter(({ security }) => security);
    expect(open.map(({ operationId }) => operationId)).toEqual(['get_health', 'exchange_pairing']);
    expect(operation('get_health').responses).not.toHaveProperty('401');
    for (const { operationId, responses } of operations) {
      expect(responses, operationId).toHaveProperty('403');
      if (operationId !== 'get_health') expect(responses, operationId).toHaveProperty('401');
    }
  });
});

describe('an operation', () => {
  it.each(operations.map((each) => [each.operationId, each] as const))(
    '%s describes all its parameters',
    (_id, { path, parameters = [] }) => {
      expect(parameters.filter(({ description }) => !description)).toEqual([]);
      const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
    },
  );

  it.each(routes.map((route) => [route.id, route] as const))(
    '%s names its problems under their statuses',
    (id, { errors }) => {
      const { responses } = operation(id);
      for (const kind of errors) {
        expect(responses[problemStatus[kind]]!.description).toContain(`\`${kind}\``);
      }
      for (const [status, { content }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        const problem = { schema: { $ref: '#/components/schemas/Problem' } };
        expect(content).toEqual({ 'application/problem+json': problem });
      }
    },
  );

  it.each(routes.map((route) => [route.id, route] as const))(
    '%s names the scope that it needs',
    (id, { scope, elevation }) => {
      expect(operation(id)['x-scope']).toBe(scope);
      expect(operation(id)['x-scope-elevated']?.when).toBe(elevation?.when);
    },
  );

  it('types flags as booleans and counts as integers, as they are after parsing', () => {
    const { parameters = [] } = operation('get_events');
    const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(schemas).toEqual({
      sessionId: { $ref: '#/components/schemas/SessionId' },
      include_raw: { type: 'boolean' },
      includeRaw: { type: 'boolean' },
      offset: { type: 'integer', minimum: 0, format: 'int64' },
      limit: { type: 'integer', minimum: 0, format: 'int64' },
    });
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['sessionId']);
  });

  it('documents the header that resumes a stream', () => {
    const headers = operation('get_events_sse').parameters!.filter((each) => each.in === 'header');
    expect(headers).toMatchObject([{ name: 'Last-Event-ID', required: false, schema: { type: 'integer' } }]);
  });

  it('answers in the content type of its route', () => {
    const typeOf = (id: string) => Object.keys(operation(id).responses[200]!.content!);
    expect(typeOf('get_events')).toEqual(['application/json']);
    expect(typeOf('get_events_sse')).toEqual(['text/event-stream']);
    expect(typeOf('get_transcript_md')).toEqual(['text/markdown']);
    expect(typeOf('get_transcript_jsonl')).toEqual(['application/x-ndjson']);
    expect(typeOf('get_diagram')).toEqual(['image/svg+xml']);
    expect(operation('get_item_image').responses[200]!.content).toEqual({ 'image/*': {} });
    expect(operation('delete_session').responses[204]).not.toHaveProperty('content');
  });

  it('requires a body only if its route does', () => {
    expect(operation('post_message').requestBody?.required).toBe(true);
    expect(operation('install_agent').requestBody?.required).toBe(false);
    expect(operation('terminate_session')).not.toHaveProperty('requestBody');
    expect(operation('upload_attachment').requestBody).toEqual({
      required: true,
      content: { 'application/octet-stream': {} },
    });
  });
});
