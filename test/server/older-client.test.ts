import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { sseBlocks, sseEvents } from '../support/sse-text.js';
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

/** A client that knows only the older document: whatever it gets has to be in there. */
class OlderClient {
  readonly #daemon: TestDaemon;

  constructor(daemon: TestDaemon) {
    this.#daemon = daemon;
  }

  /** Calls an operation, given by its method and its path in the document. */
  async call(route: string, names: Record<string, string> = {}, body?: unknown): Promise<Response> {
    const [method, template] = route.split(' ') as [string, string];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
    const response = await this.#daemon.fetch(method, path, body, { 'content-type': 'application/json' });
    const { responses } = older.paths[template]![method.toLowerCase()]!;
    const documented = responses[response.status];
    expect(documented, `${route} answers ${response.status}`).toBeDefined();
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
});
