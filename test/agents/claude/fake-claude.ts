import type {
  AgentProcess,
  ConnectionContext,
  ProcessExit,
  SpawnOptions,
} from '../../../src/agents/agent.js';
import { ClaudeConnection, type ClaudeConnectionOptions } from '../../../src/agents/claude/connection.js';
import type { Attachment } from '../../../src/schema/index.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of all shapes.
export type Json = any;

/** A scripted process that records its input. */
export class FakeClaude {
  readonly written: Json[] = [];
  readonly payloads: string[] = [];
  readonly notices: Json[] = [];
  readonly exits: ProcessExit[] = [];
  options: SpawnOptions | null = null;
  stops = 0;
  readonly context: ConnectionContext;
  #exit: (exit: ProcessExit) => void = () => {};

  constructor(more: Partial<ConnectionContext> = {}) {
    this.context = {
      sessionId: 's1',
      program: { command: 'claude', args: [], path: '/bin/claude' },
      directory: '/project',
      model: null,
      variant: null,
      agentMode: 'default',
      permissionMode: 'default',
      resume: null,
      fork: false,
      mcp: {},
      spawn: (options) => this.#spawn(options),
      onPayload: (text) => this.payloads.push(text),
      onNotice: (notice) => this.notices.push(notice),
      onExit: (exit) => this.exits.push(exit),
      ...more,
    };
  }

  /** A connection after the handshake. */
  async connected(options: ClaudeConnectionOptions = {}): Promise<ClaudeConnection> {
    const connection = new ClaudeConnection(this.context, { uuid: () => 'uuid-1', ...options });
    const ready = connection.start();
    this.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'req-1', response: {} },
    });
    await ready;
    this.written.length = 0;
    this.payloads.length = 0;
    return connection;
  }

  /** Responds to the latest request with this subtype. */
  respond(subtype: string, response: object | string = {}): void {
    const { request_id } = this.written.findLast(({ request }) => request?.subtype === subtype);
    this.say({
      type: 'control_response',
      response:
        typeof response === 'string'
          ? { subtype: 'error', request_id, error: response }
          : { subtype: 'success', request_id, response },
    });
  }

  /** The subtypes of our requests. */
  get requests(): string[] {
    return this.written.flatMap(({ request }) => (request === undefined ? [] : [request.subtype]));
  }

  say(line: Json): void {
    this.options?.onLine(typeof line === 'string' ? line : JSON.stringify(line));
  }

  /** Sends a `can_use_tool` request. */
  ask(request_id: string, tool_name: string, input: object, more: object = {}): void {
    const request = { subtype: 'can_use_tool', tool_name, input, tool_use_id: 'toolu_1', ...more };
    this.say({ type: 'control_request', request_id, request });
  }

  /** The responses to its requests, by id. */
  get answers(): Record<string, Json> {
    const responses = this.written.filter(({ type }) => type === 'control_response');
    return Object.fromEntries(
      responses.map(({ response }) => [response.request_id, response.response ?? response.error]),
    );
  }

  exit(code: number | null, head = ''): void {
    this.#exit({ code, signal: null, stderr: { head, truncated: false, total_lines: head === '' ? 0 : 1 } });
  }

  #spawn(options: SpawnOptions): AgentProcess {
    this.options = options;
    const exited = new Promise<ProcessExit>((resolve) => {
      this.#exit = resolve;
    });
    return {
      pid: 1,
      write: async (line) => void this.written.push(JSON.parse(line)),
      endInput: () => {},
      pause: () => {},
      resume: () => {},
      signal: () => {},
      exited,
      stop: () => {
        this.stops++;
        this.exit(143);
        return exited;
      },
    };
  }
}

export const prompt = (message: string, attachments: Attachment[] = []) => ({
  turnId: 'turn_1',
  messageId: 'msg_1',
  message,
  attachments,
});
