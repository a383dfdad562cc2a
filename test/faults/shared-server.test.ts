import { setImmediate as nextIteration } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Agent, Connection, ConnectionContext } from '../../src/agents/agent.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import { StorageUnavailableError, type Write } from '../../src/log/index.js';
import type { Draft, Prompt, UniversalEvent } from '../../src/schema/index.js';
import { watchBacklog } from '../support/backlog-peak.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { says, start, turnEnds } from '../support/drafts.js';
import { SlowLog } from '../support/slow-log.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, soundEvents } from './lives.js';

/** A loaded machine is slow; this is only how long a hang may last. */
const PATIENTLY = { timeout: 30_000 };
const LIMIT = 256 * 1024;
const CHUNK = 'x'.repeat(16 * 1024);
/** The size of a chunk as an event, with its native payload and whatever comes with it. */
const CHUNK_CHARS = 2 * CHUNK.length + 2048;

class TroubledLog extends SlowLog {
  isFull = false;

  override async append(sessionId: string, after: number, write: Write): Promise<void> {
    if (this.isFull) throw new StorageUnavailableError('no room');
    await super.append(sessionId, after, write);
  }
}

/** A session on a server that is always read. A payload is a list of drafts. */
class SharedConnection implements Connection {
  readonly #context: ConnectionContext;
  #isInterrupted = false;
  interrupts = 0;
  isFlooding = false;
  /** Chunks that were sent. */
  sent = 0;

  constructor(context: ConnectionContext) {
    this.#context = context;
  }

  async start() {
    return { nativeSessionId: this.#context.sessionId, metadata: {} };
  }

  async prompt({ turnId, message }: Prompt): Promise<void> {
    const [command, count] = message.split(' ');
    this.#isInterrupted = false;
    if (command === 'flood') void this.#flood(turnId, Number(count));
    else this.#send([{ type: 'item.completed', item: says(turnId, message) }, turnEnds()]);
  }

  /** Goes on for some chunks after it was interrupted. */
  async #flood(key: string, more: number): Promise<void> {
    this.isFlooding = true;
    this.#send([start(says(key))]);
    let left = more;
    while (!this.#isInterrupted || left-- > 0) {
      this.#send([{ type: 'item.delta', key, delta: CHUNK }]);
      this.sent++;
      await nextIteration();
    }
    this.#send([turnEnds('interrupted')]);
    this.isFlooding = false;
  }

  #send(drafts: Draft[]): void {
    this.#context.onPayload(JSON.stringify(drafts));
  }

  async interrupt(): Promise<void> {
    this.#isInterrupted = true;
    this.interrupts++;
  }

  async stop(): Promise<void> {
    this.#isInterrupted = true;
    this.#context.onExit({ code: 0, signal: null, stderr: { head: '', truncated: false, total_lines: 0 } });
  }

  async steer(): Promise<void> {}
  async replyPermission(): Promise<void> {}
  async answerQuestion(): Promise<void> {}
  async rejectQuestion(): Promise<void> {}
  configure = async () => 'taken' as const;
}

const connections = new Map<string, SharedConnection>();
const sharedAgent: Agent = {
  ...mockAgent,
  id: 'shared',
  translator: {
    initial: () => null,
    translate: (state, input) => ({ state, drafts: input.from === 'agent' ? JSON.parse(input.text) : [] }),
  },
  open: (deps) => ({
    ...mockAgent.open(deps),
    connect: (context) => {
      const connection = new SharedConnection(context);
      connections.set(context.sessionId, connection);
      return connection;
    },
  }),
};

const errors = (events: UniversalEvent[]) =>
  events.flatMap((event) => (event.type === 'error' ? [event.data.code] : []));
const chunks = (events: UniversalEvent[]) =>
  events.filter(({ type, data }) => type === 'item.delta' && 'delta' in data && data.delta === CHUNK).length;

describe('a session on a shared server', () => {
  let log: TroubledLog;
  let daemon: TestDaemon;
  let peak: () => number;

  beforeEach(async () => {
    log = new TroubledLog();
    peak = watchBacklog();
    daemon = await testDaemon({
      log: async () => log,
      agents: [sharedAgent],
      limits: { uncommittedChars: LIMIT },
    });
    for (const id of ['loud', 'quiet']) await daemon.create(id, { agent: 'shared' });
  });

  it('that is ahead of the log is interrupted with an error, loses nothing, and works again', async () => {
    const flooding = exchange(daemon, 'loud', 'flood 0');
    expect(assistantTexts(await exchange(daemon, 'quiet', 'undisturbed'))).toEqual(['undisturbed']);
    const events = await flooding;
    expect(errors(events)).toEqual(['uncommitted_limit']);
    expect(events.at(-1)).toMatchObject({ data: { metadata: { outcome: 'interrupted' } } });
    expect(chunks(events)).toBe(connections.get('loud')!.sent);
    // The completed message has all of its text once more.
    expect(peak()).toBeLessThan(2 * LIMIT + 4 * CHUNK_CHARS);
    expect(assistantTexts(await exchange(daemon, 'loud', 'again'))).toEqual(['again']);
    await soundEvents(daemon, 'loud');
  });

  it('that goes on when it is interrupted is dropped, which is told and counted', async () => {
    const events = await exchange(daemon, 'loud', 'flood 60');
    expect(errors(events)).toEqual(['uncommitted_limit', 'output_dropped', 'output_dropped']);
    const { sent } = connections.get('loud')!;
    const dropped = sent - chunks(events);
    expect(dropped).toBeGreaterThan(20);
    expect(events.findLast(({ type }) => type === 'error')).toMatchObject({
      data: { message: `${dropped} messages of the agent were dropped.` },
    });
    expect(peak()).toBeLessThan(3 * LIMIT + 4 * CHUNK_CHARS);
    expect(assistantTexts(await exchange(daemon, 'loud', 'again'))).toEqual(['again']);
    await soundEvents(daemon, 'loud');
  });

  it('is stopped when nothing can be stored and it has filled its limit', async () => {
    await daemon.say('loud', 'flood 60');
    log.isFull = true;
    const connection = connections.get('loud')!;
    await vi.waitFor(() => expect(connection.interrupts).toBe(1), PATIENTLY);
    await vi.waitFor(
      async () => expect((await daemon.fetch('GET', '/v1/ready')).status).toBe(503),
      PATIENTLY,
    );
    await vi.waitFor(() => expect(connection.isFlooding).toBe(false), PATIENTLY);
    log.isFull = false;
    await vi.waitFor(
      async () => expect((await daemon.events('loud')).at(-1)?.type).toBe('turn.ended'),
      PATIENTLY,
    );
    expect(peak()).toBeLessThan(3 * LIMIT + 4 * CHUNK_CHARS);
    expect(assistantTexts(await exchange(daemon, 'loud', 'again'))).toEqual(['again']);
    expect(errors(await soundEvents(daemon, 'loud'))[0]).toBe('uncommitted_limit');
  });
});
