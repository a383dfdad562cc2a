import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agents } from '../../src/agents/index.js';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { sseBlocks, sseEvents } from '../support/sse-text.js';
import { tempFolder } from '../support/temp-folder.js';
import type { OpenApi, Schema } from './documents/document.js';

const file = new URL('../../fixtures/spec/openapi-v0.1.11.json', import.meta.url);
const older: OpenApi = JSON.parse(readFileSync(file, 'utf8'));

const { PermissionStatus: status, UniversalEventData: data } = older.components.schemas;
const schemas = {
  ...older.components.schemas,
  // Permissions tell what the human decided, as the universal schema says, and not which button was pressed.
  PermissionStatus: { ...status!, enum: [...status!.enum!, 'approved', 'denied'] },
  // Its objects are open, so that more than one matches.
  UniversalEventData: { anyOf: data!.oneOf! },
};

/** Validates a value against a schema of the older API; null if it conforms. */
function faultIn(schema: Schema, value: unknown): string | null {
  const text = JSON.stringify({ ...schema, $defs: schemas });
  const modern = JSON.parse(text, (name, each) => {
    if (name === '$ref') return each.replace('#/components/schemas/', '#/$defs/');
    if (!each?.nullable) return each;
    const { nullable, ...rest } = each;
    return Object.keys(rest).length === 0 ? {} : { anyOf: [rest, { type: 'null' }] };
  });
  const { error } = z.fromJSONSchema(modern).safeParse(value);
  return error ? z.prettifyError(error) : null;
}

/** The operations that the clients of this file have called with success. */
const called = new Set<string>();

/** A client that knows only the older document: whatever it gets has to be in there. */
class OlderClient {
  readonly daemon: TestDaemon;

  constructor(daemon: TestDaemon) {
    this.daemon = daemon;
  }

  /** Calls an operation, given by its method and its path in the document. */
  async call(route: string, names: Record<string, string> = {}, body?: unknown): Promise<Response> {
    const [method, template] = route.split(' ') as [string, string];
    const { parameters = [] } = older.paths[template]![method.toLowerCase()]!;
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
    const asked = parameters.flatMap<[string, string]>(({ in: place, name }) =>
      place === 'query' && names[name] !== undefined ? [[name, names[name]!]] : [],
    );
    const url = `${path}?${new URLSearchParams(asked)}`;
    const response = await this.daemon.fetch(method, url, body, { 'content-type': 'application/json' });
    const { responses } = older.paths[template]![method.toLowerCase()]!;
    const documented = responses[response.status];
    expect(documented, `${route} answers ${response.status}`).toBeDefined();
    if (response.ok) called.add(route);
    const schema = documented!.content?.['application/json']?.schema;
    if (schema) expect(faultIn(schema, await response.clone().json()), route).toBeNull();
    return response;
  }

  async json<T>(route: string, names?: Record<string, string>, body?: unknown): Promise<T> {
    return (await (await this.call(route, names, body)).json()) as T;
  }

  /** Sends a message and reads the stream to its end before it does anything else. */
  async send(session_id: string, message: string): Promise<UniversalEvent[]> {
    const route = 'POST /v1/sessions/{session_id}/messages/stream';
    const text = await (await this.call(route, { session_id }, { message })).text();
    for (const { fields } of sseBlocks(text)) expect(fields.at(-1)).toMatch(/^data: \{.*\}$/);
    const events = sseEvents(text);
    for (const event of events)
      expect(faultIn({ $ref: '#/components/schemas/UniversalEvent' }, event)).toBeNull();
    return events;
  }
}

async function connected() {
  const client = new OlderClient(await testDaemon());
  const session_id = 'my-session';
  const body = { agent: 'mock', agentMode: 'build', permissionMode: 'default' };
  await client.call('POST /v1/sessions/{session_id}', { session_id }, body);
  return { client, session_id };
}

describe('a client of the older API', () => {
  it('learns about the agents', async () => {
    const client = new OlderClient(await testDaemon());
    const agent = 'mock';
    expect(await client.json('GET /v1/health')).toMatchObject({ status: 'ok' });
    const { agents } = await client.json<{ agents: { id: string }[] }>('GET /v1/agents');
    expect(agents.map(({ id }) => id)).toContain(agent);
    await client.call('POST /v1/agents/{agent}/install', { agent }, {});
    await client.call('GET /v1/agents/{agent}/modes', { agent });
    await client.call('GET /v1/agents/{agent}/models', { agent });
    await client.call('GET /v1/agents/{agent}/modes', { agent: 'nobody' });
  });

  it('gets an answer, and finds it again', async () => {
    const { client, session_id } = await connected();
    const events = await client.send(session_id, 'Reply with exactly the single word OK.');
    expect(events.at(-1)).toMatchObject({ type: 'turn.ended' });
    const page = await client.json<{ events: UniversalEvent[] }>('GET /v1/sessions/{session_id}/events', {
      session_id,
    });
    expect(page.events.slice(-events.length)).toEqual(events);
    const list = await client.json<{ sessions: { sessionId: string }[] }>('GET /v1/sessions');
    expect(list.sessions).toMatchObject([{ sessionId: session_id, agent: 'mock', ended: false }]);
  });

  it('answers permissions and questions, one stream after the other', async () => {
    const { client, session_id } = await connected();
    const [permission, question] = [
      (await client.send(session_id, 'permission')).at(-1)!,
      (await client.send(session_id, 'question')).at(-1)!,
    ];
    // The second message waits for the first, and its stream says so.
    expect(question).toEqual(permission);
    const asked = new Set<string>();
    for (;;) {
      const event = (await client.send(session_id, 'echo hi')).at(-1)!;
      if (event.type === 'permission.requested') {
        const { permission_id } = event.data;
        const route = 'POST /v1/sessions/{session_id}/permissions/{permission_id}/reply';
        asked.add(permission_id);
        await client.call(route, { session_id, permission_id }, { reply: 'once' });
      } else if (event.type === 'question.requested') {
        const { question_id } = event.data;
        const how = asked.has('a question') ? 'reject' : 'reply';
        const route = `POST /v1/sessions/{session_id}/questions/{question_id}/${how}`;
        asked.add('a question');
        await client.call(route, { session_id, question_id }, how === 'reply' ? { answers: [] } : undefined);
      } else if (asked.has('a question')) {
        break;
      }
    }
    expect(asked.size).toBe(3);
    await client.call('POST /v1/sessions/{session_id}/messages', { session_id }, { message: 'echo hi' });
    const sse = await client.call('GET /v1/sessions/{session_id}/events/sse', { session_id, offset: '0' });
    await sse.body!.cancel();
    await client.call('POST /v1/sessions/{session_id}/terminate', { session_id });
  });

  it('is told of its mistakes in the way it knows', async () => {
    const { client, session_id } = await connected();
    const unknown = { session_id: 'nobody', permission_id: 'p', question_id: 'q' };
    const known = { ...unknown, session_id };
    const problems = [
      await client.json('POST /v1/sessions/{session_id}', { session_id }, { agent: 'mock' }),
      await client.json('POST /v1/sessions/{session_id}', unknown, { agent: 'nobody' }),
      await client.json('POST /v1/sessions/{session_id}', unknown, { agent: 'mock', agentMode: 'dream' }),
      await client.json('GET /v1/sessions/{session_id}/events', unknown),
      await client.json('POST /v1/sessions/{session_id}/messages', unknown, { message: 'hi' }),
      await client.json('POST /v1/sessions/{session_id}/messages/stream', unknown, { message: 'hi' }),
      await client.json('POST /v1/sessions/{session_id}/terminate', unknown),
      await client.json('POST /v1/sessions/{session_id}/permissions/{permission_id}/reply', known, {
        reply: 'once',
      }),
      await client.json('POST /v1/sessions/{session_id}/questions/{question_id}/reply', known, {
        answers: [],
      }),
      await client.json('POST /v1/sessions/{session_id}/questions/{question_id}/reject', known),
    ];
    const missing = { status: 404, sessionId: 'nobody' };
    expect(problems).toMatchObject([
      { status: 409, sessionId: session_id },
      { status: 400, agent: 'nobody' },
      { status: 400, agent: 'mock', details: { mode: 'dream' } },
      ...Array.from({ length: 4 }, () => missing),
      ...Array.from({ length: 3 }, () => ({ status: 404 })),
    ]);
  });

  it('works with files', async () => {
    const daemon = await testDaemon();
    const client = new OlderClient(daemon);
    const session_id = 's';
    const directory = await tempFolder();
    await client.call('POST /v1/sessions/{session_id}', { session_id }, { agent: 'mock', directory });
    await client.call('PUT /v1/fs/file', { session_id, path: 'a.txt' }, 'hello');
    await client.call('POST /v1/fs/mkdir', { session_id, path: 'b' });
    await client.call('POST /v1/fs/move', { session_id }, { from: 'a.txt', to: 'b/a.txt' });
    const read = await client.call('GET /v1/fs/file', { session_id, path: 'b/a.txt' });
    expect(await read.text()).toBe('hello');
    await client.call('GET /v1/fs/stat', { session_id, path: 'b/a.txt' });
    expect(await client.json('GET /v1/fs/entries', { session_id, path: 'b' })).toHaveLength(1);
    const packed = pack();
    packed.entry({ name: 'c/d' }, 'x');
    packed.finalize();
    const archive = await buffer(packed);
    await client.call('POST /v1/fs/upload-batch', { session_id, path: 'up' }, archive.toString('latin1'));
    await client.call('DELETE /v1/fs/entry', { session_id, path: 'b', recursive: 'true' });
    expect(await readdir(directory)).toEqual(['up']);
  });

  it('finds MCP servers, without their secrets', async () => {
    const [mock] = agents.filter(({ id }) => id === 'mock');
    const takesServers = { ...mock!, capabilities: { ...mock!.capabilities, mcpServers: true } };
    const client = new OlderClient(await testDaemon({ agents: [takesServers] }));
    const session_id = 's';
    const headers = { Authorization: 'Bearer hunter2' };
    const mcp = { docs: { type: 'remote', url: 'http://127.0.0.1:1/mcp', headers } };
    await client.call('POST /v1/sessions/{session_id}', { session_id }, { agent: 'mock', mcp });
    const { sessions } = await client.json<{ sessions: object[] }>('GET /v1/sessions');
    expect(sessions).toMatchObject([
      { mcp: { docs: { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: '' } } }, skills: null },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('hunter2');
  });

  it('asks for a version of an agent, and for skills', async () => {
    const [mock] = agents.filter(({ id }) => id === 'mock');
    const client = new OlderClient(
      await testDaemon({
        agents: [{ ...mock!, version: async () => '1.2.3', skillsFolder: '.mock/skills' }],
      }),
    );
    const route = 'POST /v1/sessions/{session_id}';
    const body = { agent: 'mock', agentVersion: '1.2.3' };
    await client.call(route, { session_id: 'same' }, body);
    const { sessions } = await client.json<{ sessions: object[] }>('GET /v1/sessions');
    expect(sessions).toMatchObject([{ sessionId: 'same', agentVersion: '1.1.0' }]);
    const other = await client.daemon.fetch('POST', '/v1/sessions/other', { ...body, agentVersion: '9.0.0' });
    expect(await other.json()).toMatchObject({
      status: 404,
      detail: expect.stringContaining('1.2.3, not 9.0.0'),
    });
    const skills = { sources: [{ type: 'local', source: '/skills' }] };
    expect(await client.json(route, { session_id: 'skilled' }, { ...body, skills })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('upload them to .mock/skills'),
    });
  });

  // The last test: it looks at what those before it did.
  it('has called every operation of the document, and seen what it documents', () => {
    const all = Object.entries(older.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(all).toHaveLength(23);
    expect([...called].sort()).toEqual(all.sort());
  });
});
