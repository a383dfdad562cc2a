import { onTestFinished } from 'vitest';
import type { ConnectionContext, ProcessExit } from '../../../src/agents/agent.js';
import {
  OpenCodeConnection,
  type OpenCodeConnectionOptions,
} from '../../../src/agents/opencode/connection.js';
import { OpenCodeServer, type OpenCodeServerOptions } from '../../../src/agents/opencode/server.js';
import type { Prompt } from '../../../src/schema/index.js';
import { type Answer, FakeProcess } from './fake-process.js';
import { events, info } from './server-events.js';

/** A server whose processes are fakes. */
export class FakeServer {
  readonly processes: FakeProcess[] = [];
  readonly server: OpenCodeServer;
  readonly answers = new Map<string, Answer>([
    ['listening', {}],
    ['GET /global/health', { healthy: true }],
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

  /** The newest process, once there are so many. */
  async spawned(count = 1): Promise<FakeProcess> {
    while (this.processes.length < count) await new Promise((resolve) => setImmediate(resolve));
    return this.process;
  }

  /** A session that the server makes when it is next asked for one. */
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

// biome-ignore lint/suspicious/noExplicitAny: whatever was told
type Told = { id?: string; type: string; properties: any };

export interface FakeSession {
  connection: OpenCodeConnection;
  exits: ProcessExit[];
  /** What was told, in order. */
  told: Told[];
  /** The first of a type that is told from now on, or was told and not looked at yet. */
  next(type: string): Promise<Told>;
}

export function session(
  server: OpenCodeServer,
  context: Partial<ConnectionContext> = {},
  options: OpenCodeConnectionOptions = {},
): FakeSession {
  const told: Told[] = [];
  const exits: ProcessExit[] = [];
  const seen = new Set<Told>();
  let waiting: (() => void)[] = [];
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
      onPayload: (text) => {
        told.push(JSON.parse(text));
        for (const resolve of waiting.splice(0)) resolve();
      },
      onExit: (exit) => exits.push(exit),
      ...context,
    },
    server,
    options,
  );
  const next = async (type: string) => {
    for (;;) {
      const found = told.find((event) => event.type === type && !seen.has(event));
      if (found) {
        seen.add(found);
        return found;
      }
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };
  return { connection, exits, told, next };
}

export const prompt = (message: string, attachments: Prompt['attachments'] = []): Prompt => ({
  turnId: 'turn_1',
  messageId: `message of ${message}`,
  message,
  attachments,
});

/** A session that has a conversation, with the process that carries it. */
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
