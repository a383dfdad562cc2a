import { expect, onTestFinished } from 'vitest';
import type { ConnectionContext, ProcessExit } from '../../../src/agents/agent.js';
import {
  OpenCodeConnection,
  type OpenCodeConnectionOptions,
} from '../../../src/agents/opencode/connection.js';
import { parser } from '../../../src/agents/opencode/native.js';
import { OpenCodeServer, type OpenCodeServerOptions } from '../../../src/agents/opencode/server.js';
import type { Prompt } from '../../../src/schema/index.js';
import { type Answer, FakeProcess } from './fake-process.js';
import { events, info } from './server-events.js';

/** The version of the program, which differs from that of an old session. */
export const VERSION = '1.18.99';

/** A server whose processes are fakes. */
export class FakeServer {
  readonly processes: FakeProcess[] = [];
  readonly server: OpenCodeServer;
  readonly answers = new Map<string, Answer>([
    ['listening', {}],
    ['GET /global/health', { healthy: true, version: VERSION }],
    ['POST /global/dispose', { ok: true }],
    ['GET /config', {}],
  ]);

  constructor(options: Partial<OpenCodeServerOptions> = {}) {
    this.server = new OpenCodeServer({
      program: async () => ({ command: 'opencode', args: [], path: 'opencode' }),
      spawn: (spawn) => {
        const process = new FakeProcess(spawn, this.answers);
        this.processes.push(process);
        return process;
      },
      backoffMs: [1, 1],
      ...options,
    });
    onTestFinished(() => this.server.stop());
  }

  get process(): FakeProcess {
    return this.processes.at(-1)!;
  }

  /** The newest process, once there are that many. */
  async spawned(count = 1): Promise<FakeProcess> {
    while (this.processes.length < count) await new Promise((resolve) => setImmediate(resolve));
    return this.process;
  }

  /** Starts a session that the server creates with an id. */
  async begin(
    id: string,
    context: Partial<ConnectionContext> = {},
    options: OpenCodeConnectionOptions = {},
  ): Promise<FakeSession> {
    this.answers.set('POST /session', info(id));
    this.answers.set(`GET /session/${id}`, info(id));
    this.answers.set(`POST /session/${id}/abort`, { ok: true });
    const given = session(this.server, context, options);
    await given.connection.start();
    return given;
  }
}

/** An event of the server, or a notice of the connection. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was received
type Received = { type: string } & Record<string, any>;

export interface FakeSession {
  connection: OpenCodeConnection;
  exits: ProcessExit[];
  /** Events and notices, in order. */
  received: Received[];
  /** The first of a type that was not returned yet. */
  next(type: string): Promise<Received>;
}

export function session(
  server: OpenCodeServer,
  context: Partial<ConnectionContext> = {},
  options: OpenCodeConnectionOptions = {},
): FakeSession {
  const received: Received[] = [];
  const exits: ProcessExit[] = [];
  const seen = new Set<Received>();
  let waiting: (() => void)[] = [];
  const receive = (event: Received) => {
    received.push(event);
    for (const resolve of waiting.splice(0)) resolve();
  };
  const connection = new OpenCodeConnection(
    {
      sessionId: 's1',
      program: { command: 'opencode', args: [], path: 'opencode' },
      directory: '/workspace/demo',
      model: null,
      variant: null,
      agentMode: '',
      permissionMode: 'default',
      resume: null,
      fork: false,
      mcp: {},
      spawn: () => {
        throw new Error('the server has a process of its own');
      },
      onPayload: (text, parsed) => {
        if (parsed !== undefined) expect(parsed).toEqual(parser.parse(text));
        receive(JSON.parse(text));
      },
      onNotice: (notice) => receive(notice as Received),
      onExit: (exit) => exits.push(exit),
      ...context,
    },
    server,
    options,
  );
  const next = async (type: string) => {
    for (;;) {
      const found = received.find((event) => event.type === type && !seen.has(event));
      if (found) {
        seen.add(found);
        return found;
      }
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };
  return { connection, exits, received, next };
}

export const prompt = (message: string, attachments: Prompt['attachments'] = []): Prompt => ({
  turnId: 'turn_1',
  messageId: `message of ${message}`,
  message,
  attachments,
});

/** A started session, with its process. */
export async function begun(
  context: Partial<ConnectionContext> = {},
  options: OpenCodeConnectionOptions = {},
  answers: Record<string, object> = {},
) {
  const fake = new FakeServer();
  for (const [what, answer] of Object.entries(answers)) fake.answers.set(what, answer);
  const given = await fake.begin('s', context, options);
  return { ...given, fake, process: fake.process };
}

/** A session whose model is answering. */
export async function answering(
  context: Partial<ConnectionContext> = {},
  options: OpenCodeConnectionOptions = {},
  answers: Record<string, object> = {},
) {
  const given = await begun(context, options, answers);
  await given.connection.prompt(prompt('go'));
  given.process.say(events.status('s', 'busy'), events.assistant('s'));
  await given.next('message.updated');
  return given;
}
