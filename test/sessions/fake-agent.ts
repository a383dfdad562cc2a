import type { Connection, ConnectionContext, ProcessExit, Translator } from '../../src/agents/agent.js';
import type { SessionSettings } from '../../src/schema/index.js';
import type { ConnectionGround } from '../../src/sessions/agent-runner.js';

export const exitOf = (changes: Partial<ProcessExit> = {}): ProcessExit => ({
  code: 0,
  signal: null,
  stderr: { head: '', truncated: false, total_lines: 0 },
  ...changes,
});

/** What a session would tell a connection. */
export const ground: ConnectionGround = {
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

/** An agent without a process: each step of its life is taken by the test. */
export class FakeAgent implements Connection {
  context!: ConnectionContext;
  readonly calls: string[] = [];
  /** Whether it exits when it is stopped, as real ones do. */
  obeys = true;
  private ready: (value: { nativeSessionId: string; metadata: object }) => void = () => {};
  private fail: (error: Error) => void = () => {};

  readonly translator: Translator<unknown> = {
    initial: () => 0,
    translate: (state, text) => {
      const count = (state as number) + 1;
      return { state: count, drafts: [{ type: 'item.delta', key: `${count}`, delta: text }] };
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
      this.ready = resolve as typeof this.ready;
      this.fail = reject;
    });
  }

  becomeReady(): void {
    this.ready({ nativeSessionId: 'native', metadata: {} });
  }

  /** It cannot start; `exit` is told before, as connections do. */
  failToStart(message: string, exit?: ProcessExit): void {
    if (exit) this.context.onExit(exit);
    this.fail(new Error(message));
  }

  /** Whether it takes new settings while it runs. */
  flexible = true;

  async configure(settings: SessionSettings): Promise<'taken' | 'restart'> {
    this.calls.push(`configure ${settings.model}`);
    return this.flexible ? 'taken' : 'restart';
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

  async prompt(): Promise<void> {}
  async steer(): Promise<void> {}
  async replyPermission(): Promise<void> {}
  async answerQuestion(): Promise<void> {}
  async rejectQuestion(): Promise<void> {}
}
