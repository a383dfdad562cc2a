import { readFileSync } from 'node:fs';
import type { Agent, Connection, ConnectionContext } from '../../src/agents/agent.js';
import { agents } from '../../src/agents/index.js';

/** Where the recordings were made. */
const RECORDED_IN = '/workspace/demo';

export interface RecordedAgentOptions {
  id: string;
  /** The version and the name of a recording in `fixtures/<id>`. */
  recording: string;
  /** Lines of the recording that are no payloads of the conversation. */
  isPayload?(line: Record<string, unknown>): boolean;
}

/** A real agent's translator, fed with a recording of the agent by each message, as if it worked in the session's folder. */
export function recordedAgent({ id, recording, isPayload = () => true }: RecordedAgentOptions): Agent {
  const agent = agents.find((each) => each.id === id)!;
  const file = new URL(`../../fixtures/${id}/${recording}.ndjson`, import.meta.url);
  const payloads = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { dir: string; line: Record<string, unknown> })
    .filter(({ dir, line }) => dir === 'out' && isPayload(line))
    .map(({ line }) => JSON.stringify(line));
  return {
    ...agent,
    locate: async () => ({ command: process.execPath, args: [], path: process.execPath }),
    version: async () => null,
    open: () => ({
      connect: (context) => new Player(context, payloads),
      modes: async () => [{ id: 'default', name: 'Default', description: '' }],
      models: async () => ({ models: [] }),
      status: () => null,
      stop: async () => {},
    }),
  };
}

class Player implements Connection {
  readonly #context: ConnectionContext;
  readonly #payloads: readonly string[];

  constructor(context: ConnectionContext, payloads: readonly string[]) {
    this.#context = context;
    this.#payloads = payloads;
  }

  async start() {
    return { nativeSessionId: 'recorded', metadata: {} };
  }

  async prompt() {
    const { directory, onPayload } = this.#context;
    for (const text of this.#payloads) onPayload(text.replaceAll(RECORDED_IN, directory));
  }

  async steer() {}
  async interrupt() {}
  async replyPermission() {}
  async answerQuestion() {}
  async rejectQuestion() {}

  async configure() {
    return 'taken' as const;
  }

  async stop() {
    this.#context.onExit({ code: 0, signal: null, stderr: { head: '', truncated: false, total_lines: 0 } });
  }
}
