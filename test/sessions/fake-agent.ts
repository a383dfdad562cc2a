import type { AnyTranslator, Connection, ConnectionContext, ProcessExit } from '../../src/agents/agent.js';
import type { PermissionReply, Prompt, SessionSettings } from '../../src/schema/index.js';
import type { ConnectionDeps } from '../../src/sessions/agent-runner.js';

const exitOf = (changes: Partial<ProcessExit> = {}): ProcessExit => ({
  code: 0,
  signal: null,
  stderr: { head: '', truncated: false, total_lines: 0 },
  ...changes,
});

/** The options that a session passes to a connection. */
export const connectionDeps: ConnectionDeps = {
  sessionId: 's',
  program: { command: 'none', args: [], path: 'none' },
  directory: '/',
  model: null,
  variant: null,
  agentMode: 'build',
  permissionMode: 'default',
  resume: null,
  fork: false,
  mcp: {},
  spawn: () => {
    throw new Error('nothing is spawned here');
  },
};

/** An agent without a process: the test triggers each step of its life cycle. */
export class FakeAgent implements Connection {
  context!: ConnectionContext;
  readonly calls: string[] = [];
  /** Whether it exits when it is stopped, as real agents do. */
  obeys = true;
  #ready: (value: { nativeSessionId: string; metadata: Record<string, unknown> }) => void = () => {};
  #fail: (error: Error) => void = () => {};

  readonly translator: AnyTranslator = {
    initial: () => 0,
    translate: (state, input) => {
      const count = (state as number) + 1;
      return {
        state: count,
        drafts: [
          {
            type: 'item.delta',
            key: `${count}`,
            delta: input.from === 'agent' ? input.text : JSON.stringify(input.notice),
          },
        ],
      };
    },
  };

  connect(context: ConnectionContext): this {
    this.calls.push('connect');
    this.context = context;
    return this;
  }

  start() {
    this.calls.push('start');
    return new Promise<{ nativeSessionId: string; metadata: Record<string, unknown> }>((resolve, reject) => {
      this.#ready = resolve;
      this.#fail = reject;
    });
  }

  /** Whether there is anything to release. */
  isReleasing = false;

  async rest(): Promise<boolean> {
    this.calls.push('rest');
    return this.isReleasing;
  }

  becomeReady(): void {
    this.#ready({ nativeSessionId: 'native', metadata: {} });
  }

  /** Fails the start. `exit` is reported first, as real connections do. */
  failToStart(message: string, exit?: ProcessExit): void {
    if (exit) this.context.onExit(exit);
    this.#fail(new Error(message));
  }

  /** Answers new settings; a test may delay it. */
  takeSettings: () => Promise<'taken' | 'restart'> = async () => 'taken';

  configure(settings: SessionSettings): Promise<'taken' | 'restart'> {
    this.calls.push(`configure ${settings.model}`);
    return this.takeSettings();
  }

  exit(changes: Partial<ProcessExit> = {}): void {
    this.context.onExit(exitOf(changes));
  }

  async stop(): Promise<void> {
    this.calls.push('stop');
    if (this.obeys) this.failToStart('stopped', exitOf({ code: null, signal: 'SIGTERM' }));
  }

  async interrupt(): Promise<void> {
    this.calls.push('interrupt');
  }

  /** Answers a prompt; a test may reject it. */
  takePrompt: () => Promise<void> = async () => {};

  prompt({ message }: Prompt): Promise<void> {
    this.calls.push(`prompt ${message}`);
    return this.takePrompt();
  }

  async steer({ message }: Prompt): Promise<void> {
    this.calls.push(`steer ${message}`);
  }

  async replyPermission(key: string, reply: PermissionReply): Promise<void> {
    this.calls.push(`reply ${key} ${reply}`);
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    this.calls.push(`answer ${key} ${answers.join()}`);
  }

  async rejectQuestion(key: string): Promise<void> {
    this.calls.push(`reject ${key}`);
  }
}
