import { expect, test } from 'vitest';
import { EDIT_PROFILE } from '../../../src/agents/codex/edit-profile.js';
import type { PermissionMode, PermissionReply } from '../../../src/schema/index.js';
import { type FakeProcess, FakeServer, type FakeSession, session, withProfiles } from './fake-process.js';
import { isResponse, type Line, type Message, readRecording, threadOf } from './recording.js';

/** Recordings of a client that behaved like a connection. */
const conversations = [
  'a-text-two-turns',
  'b-command-approval-accept',
  'b-command-approval-decline',
  'b-command-approval-session',
  'b-command-auto',
  'b-command-untrusted',
  'c-file-change-auto',
  'd-mcp',
  'g-plan-usage-limits',
  'h-interrupt-approval',
  'h-interrupt',
  'h-steer',
  'i-error-500',
  'i-error-cut',
  'k-kill-children',
  'm-big-output',
];

const modes: Record<string, PermissionMode> = {
  never: 'bypass',
  'on-request': 'acceptEdits',
  untrusted: 'default',
};
const replies: Record<string, PermissionReply> = {
  accept: 'once',
  acceptForSession: 'always',
  decline: 'reject',
};

test.each(conversations)('%s: the connection writes what the recorded client wrote', async (name) => {
  const lines = readRecording(name);
  const opening = lines.find((line) => line.dir === 'in' && line.message?.method === 'thread/start');
  const { params } = (opening as { message: Message }).message;
  const fake = new FakeServer();
  const given = session(fake.server, { permissionMode: modes[params.approvalPolicy]! });
  const started = given.connection.start();
  const play = new Play(lines, given, await fake.spawned());
  await play.run();
  await started;

  const thread = threadOf(
    (
      lines.find((line) => line.dir === 'out' && line.message && threadOf(line.message)) as {
        message: Message;
      }
    ).message,
  );
  const sent = lines.flatMap((line) =>
    line.dir === 'out' && line.message && threadOf(line.message) === thread ? [line.text] : [],
  );
  const ofThread = given.lines.slice(1).filter((line) => threadOf(JSON.parse(line)) !== null);
  expect(ofThread, 'all lines are handed on in order').toEqual(sent);
  expect(given.exits).toHaveLength(1);
});

class Play {
  /** Our ids of calls, by those of the recorded client. */
  readonly #ids = new Map<string | number, string | number>();
  readonly #asking = new Map<string | number, Message>();
  readonly #interrupted = new Set<string>();
  #turn: string | null = null;

  readonly #lines: readonly Line[];
  readonly #session: FakeSession;
  readonly #process: FakeProcess;

  constructor(lines: readonly Line[], given: FakeSession, process: FakeProcess) {
    this.#lines = lines;
    this.#session = given;
    this.#process = process;
  }

  async run(): Promise<void> {
    for (const [at, line] of this.#lines.entries()) {
      if (line.dir === 'exit') {
        this.#process.exit(line.code, '', line.signal);
        await this.#process.exited;
        await new Promise((resolve) => setImmediate(resolve));
      } else if (line.message === null) continue;
      else if (line.dir === 'out') this.#say(line.message, line.text);
      else if (isResponse(line.message)) await this.#reply(line.message);
      else if (!this.#isRefused(line.message, at)) await this.#act(line.message);
      // Lets promises settle.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A client that knows which turn runs sends nothing that is refused. */
  #isRefused({ id }: Message, at: number): boolean {
    return this.#lines
      .slice(at)
      .some((line) => line.dir === 'out' && line.message?.id === id && line.message?.error !== undefined);
  }

  #say(message: Message, text: string): void {
    if (isResponse(message)) {
      const id = this.#ids.get(message.id!);
      if (id !== undefined) this.#process.say({ ...message, id });
      return;
    }
    if (message.id !== undefined) this.#asking.set(message.id, message);
    if (message.method === 'turn/started') this.#turn = message.params.turn.id;
    if (message.method === 'turn/completed') this.#turn = null;
    this.#process.say(text);
  }

  async #act(recorded: Message): Promise<void> {
    const { connection } = this.#session;
    const { method, params } = recorded;
    const prompt = { turnId: 'u', messageId: 'm', message: '', attachments: [] };
    if (method === 'turn/start' || method === 'turn/steer') {
      const steers = method === 'turn/steer' || this.#turn !== null;
      const message = { ...prompt, ...promptOf(params.input) };
      void (steers ? connection.steer(message) : connection.prompt(message));
      const call = await this.#called(recorded, steers ? 'turn/steer' : 'turn/start');
      expect(call.params).toMatchObject({ threadId: params.threadId, input: params.input });
      if (method === 'turn/steer') expect(call.params.expectedTurnId).toBe(params.expectedTurnId);
    } else if (method === 'turn/interrupt') {
      void connection.interrupt();
      if (this.#interrupted.has(params.turnId)) return;
      this.#interrupted.add(params.turnId);
      expect((await this.#called(recorded, method)).params).toEqual(params);
    } else if (method === 'initialize' || method === 'initialized' || method === 'thread/start') {
      const call = await this.#called(recorded, method);
      if (method === 'initialize') this.#hasProfiles();
      if (method === 'thread/start') expect(call.params).toEqual({ ...withProfile(params), ...ours });
    }
  }

  /** The recorded client did not ask for them. */
  #hasProfiles(): void {
    void this.#process.answer('permissionProfile/list', withProfiles);
  }

  async #called(recorded: Message, method: string): Promise<Message> {
    const call = await this.#process.nextCall(method);
    if (recorded.id !== undefined && call.id !== undefined) this.#ids.set(recorded.id, call.id);
    return call;
  }

  async #reply(recorded: Message): Promise<void> {
    const { params } = this.#asking.get(recorded.id!)!;
    const isLate = params.turnId !== this.#turn;
    const key = `${params.turnId}/request:${recorded.id}`;
    await this.#session.connection.replyPermission(key, replies[recorded.result.decision]!);
    if (isLate) expect(this.#process.written).toEqual([]);
    else expect(await this.#process.next(({ id }) => id === recorded.id)).toEqual(recorded);
  }
}

const ours = { config: { permissions: { [EDIT_PROFILE]: expect.anything() }, projects: expect.anything() } };

/** Where the recorded client had a sandbox for edits, ours has a profile. */
function withProfile({ sandbox, ...params }: Message['params']) {
  return params.approvalPolicy === 'on-request'
    ? { ...params, permissions: EDIT_PROFILE }
    : { ...params, sandbox };
}

function promptOf(input: { type: string; text?: string; path?: string; url?: string }[]) {
  return {
    message: input.find(({ type }) => type === 'text')?.text ?? '',
    attachments: input.flatMap(({ type, path }) =>
      type === 'localImage' ? [{ path: path!, mime: 'image/png' }] : [],
    ),
  };
}
