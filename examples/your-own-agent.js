// @ts-check
// An agent of your own: a daemon that hosts a calculator, which is `node` itself, and nothing else.
// Run it after `npm install greenroom`: node your-own-agent.js [port], then create a session of the agent `calculator`.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAgent, describeExit } from 'greenroom/agent';
import { createLogger, startDaemon } from 'greenroom/server';

/** The program: it reads one calculation per line, and answers each with one line of JSON. */
const PROGRAM = `
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    try { console.log(JSON.stringify({ result: String(require('vm').runInNewContext(line)) })); }
    catch (error) { console.log(JSON.stringify({ error: error.message })); }
  });
  console.log(JSON.stringify({ ready: process.version }));
`;

/**
 * Our end of its protocol: one process per session. It only passes on what the program says.
 * @implements {Connection}
 * @typedef {import('greenroom/agent').Connection} Connection
 * @typedef {import('greenroom/agent').ConnectionContext} ConnectionContext
 */
class CalculatorConnection {
  /** @type {import('greenroom/agent').AgentProcess | undefined} */
  #process;
  #context;

  /** @param {ConnectionContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** @returns {Promise<import('greenroom/agent').ConnectionReady>} */
  start() {
    const { program, spawn, onPayload, onExit } = this.#context;
    return new Promise((resolve, reject) => {
      const started = spawn({
        command: program.command,
        args: program.args,
        onLine: (line) => {
          const { ready } = JSON.parse(line);
          if (ready) resolve({ nativeSessionId: null, metadata: { version: ready } });
          onPayload(line);
        },
      });
      this.#process = started;
      started.exited.then((exit) => {
        reject(new Error(`the calculator exited: ${describeExit(exit)}`));
        onExit(exit);
      });
    });
  }

  /** @param {{ message: string }} prompt */
  async prompt({ message }) {
    await this.#process?.write(message.replaceAll('\n', ' '));
  }

  async stop() {
    await this.#process?.stop();
  }

  // Its answers come at once, it asks for nothing and has no settings.
  async steer() {}
  async interrupt() {}
  async replyPermission() {}
  async answerQuestion() {}
  async rejectQuestion() {}
  /** @returns {Promise<'taken'>} */
  async configure() {
    return 'taken';
  }
}

export const calculator = defineAgent({
  id: 'calculator',
  name: 'Calculator',
  package: null,
  locate: async () => ({ command: process.execPath, args: ['-e', PROGRAM], path: process.execPath }),
  permissionModes: ['default'],
  lacks: ['permissions', 'questions', 'toolCalls', 'steer', 'resume', 'fork', 'mcpServers'],
  hasCredentials: () => true,
  // Nothing of the environment or the home.
  needs: { environment: [], writable: [] },
  // It reads no settings of the folder, so no folder has to be trusted.
  folder: [],
  open: () => ({
    connect: (context) => new CalculatorConnection(context),
    modes: async () => [{ id: 'default', name: 'Default', description: 'Calculates' }],
    models: async () => ({ models: [{ id: 'exact' }], defaultModel: 'exact' }),
    status: () => null,
    stop: async () => {},
  }),
  // A pure function from what the program says to drafts of events; Greenroom fills in the rest.
  translator: {
    initial: () => ({ answers: 0 }),
    translate({ answers }, input) {
      if (input.from !== 'agent') return { state: { answers }, drafts: [] };
      const { ready, result, error } = JSON.parse(input.text);
      if (ready)
        return { state: { answers }, drafts: [{ type: 'session.started', metadata: { version: ready } }] };
      const key = `answer-${answers}`;
      const text = /** @type {const} */ ({ type: 'text', text: result ?? error });
      return {
        state: { answers: answers + 1 },
        drafts: [
          {
            type: 'item.completed',
            item: {
              key,
              kind: 'message',
              role: 'assistant',
              content: [text],
              status: error ? 'failed' : 'completed',
            },
          },
          { type: 'turn.ended', outcome: error ? 'error' : 'completed' },
        ],
      };
    },
  },
});

const daemon = await startDaemon({
  dataFolder: await mkdtemp(join(tmpdir(), 'calculator-')),
  logger: createLogger({ level: 'warn', pretty: false }),
  port: Number(process.argv[2] ?? 2468),
  token: process.env.GREENROOM_TOKEN ?? null,
  agents: [calculator],
});
console.log(`listening on ${daemon.url}`);
process.once('SIGTERM', () => daemon.stop());
process.once('SIGINT', () => daemon.stop());
