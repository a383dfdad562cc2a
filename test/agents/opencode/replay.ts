import type { TranslatorInput } from '../../../src/agents/agent.js';
import { ChildSessions } from '../../../src/agents/opencode/child-sessions.js';
import { unwrap } from '../../../src/agents/opencode/envelope.js';
import type { Notice } from '../../../src/agents/opencode/notices.js';
import { Messages } from '../../../src/agents/opencode/recovery.js';
import { type OpenCodeState, translator } from '../../../src/agents/opencode/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';
import { type Event, type Line, type Request, sessionOf } from './recording.js';

/** As the recording of the server's lists has it. */
const window = { model: 'fake/scripted', tokens: 200_000 };

/** A session machine that is fed by the translator, as in the daemon. */
export class ReplayedSession {
  readonly rig: SessionRig;
  readonly drafts: Draft[] = [];
  readonly #children = new ChildSessions();
  state: OpenCodeState;
  /** Whether the server runs. */
  attached = false;

  readonly info: Request['response'];

  constructor(info: Request['response']) {
    this.info = info;
    const metadata = { agent: 'opencode', model: null, mode: 'build', cwd: info.directory };
    this.rig = new SessionRig({ echoesUser: true, onAgentExit: 'resume', metadata });
    this.state = this.#initial();
  }

  #initial(): OpenCodeState {
    return translator.initial([this.info.directory]);
  }

  get id(): string {
    return this.info.id;
  }

  get ended(): boolean {
    return this.rig.snapshot.context.ended !== null;
  }

  /** Takes an event of the server, which may have to wait, or a notice of our connection. */
  feed(given: Event | Notice): void {
    if (!('properties' in given)) return this.#translate(inputOf(given));
    const event = unwrap(JSON.stringify({ payload: given }));
    if (event === null) return this.#translate(inputOf(given));
    for (const { text, parsed } of this.#children.take(event, this.id))
      this.#translate({ from: 'agent', text, parsed });
  }

  #translate(input: TranslatorInput<Notice>): void {
    const { state, drafts } = translator.translate(this.state, input);
    this.state = state;
    this.drafts.push(...drafts);
    const from =
      input.from === 'agent'
        ? { source: 'agent' as const, raw: input.text }
        : { source: 'daemon' as const, raw: null };
    for (const draft of drafts) this.rig.send({ type: `draft.${draft.type}`, draft, ...from });
  }

  attach(resumed: boolean): void {
    this.attached = true;
    const { version } = this.info;
    this.feed({ type: 'sessionOpened', info: this.info, version, resumed });
    this.rig.send({ type: 'agent.ready', nativeSessionId: this.id, metadata: { version } });
    this.feed({ type: 'windowKnown', ...window });
  }

  crash(code: number | null, signal: string | null): void {
    this.attached = false;
    this.state = this.#initial();
    const stderr = { head: '', truncated: false, total_lines: 0 };
    this.rig.send({ type: 'agent.exited', exit: { code, signal, stderr } });
  }

  terminate(): void {
    this.rig.send({ type: 'command.terminate' });
    this.crash(0, null);
  }
}

export function inputOf(given: Event | Notice): TranslatorInput<Notice> {
  return 'properties' in given
    ? { from: 'agent', text: JSON.stringify(given) }
    : { from: 'connection', notice: given };
}

/** Plays a recording to sessions: requests as commands, events as payloads. */
export function replay(lines: readonly Line[]): ReplayedSession[] {
  return new Replay(lines).run();
}

class Replay {
  readonly #sessions: ReplayedSession[] = [];
  /** The sessions of sub-agents, with the ones that they came from. */
  readonly #parents = new Map<string, string>();
  /** User messages that were matched to a prompt. */
  readonly #claimed = new Set<string>();
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  run(): ReplayedSession[] {
    for (const [at, line] of this.#lines.entries()) {
      if (line.dir === 'exit') this.#exit(line.code, line.signal);
      else if (line.dir === 'in') this.#requested(line.request, at);
      else this.#received(line.event);
    }
    return this.#sessions;
  }

  #session(id: string | null): ReplayedSession | undefined {
    let own = id;
    while (own !== null && this.#parents.has(own)) own = this.#parents.get(own)!;
    return this.#sessions.find((session) => session.id === own && !session.ended);
  }

  #exit(code: number | null, signal: string | null): void {
    for (const session of this.#sessions) if (session.attached) session.crash(code, signal);
  }

  #received(event: Event): void {
    const { info } = event.properties;
    if (event.type === 'session.created' && info.parentID && this.#session(info.parentID))
      this.#parents.set(info.id, info.parentID);
    this.#session(sessionOf(event))?.feed(event);
  }

  #requested(request: Request, at: number): void {
    const [, root, id, action] = request.path.replace(/\?.*$/, '').split('/');
    if (root === 'permission' && action === 'reply') return this.#replied(id!, request);
    if (root === 'question' && action === 'reply') return this.#answered(id!, request);
    if (root !== 'session') return;
    if (request.method === 'POST' && (id === undefined || action === 'fork')) return this.#opened(request);
    const session = this.#session(id ?? null);
    if (session === undefined) return;
    if (action === 'prompt_async') this.#prompted(session, request, at);
    else if (action === 'abort') session.rig.send({ type: 'command.interrupt' });
    else if (action === 'message') recovered(session, request);
    else if (action === undefined && request.method === 'GET' && !session.attached) session.attach(true);
  }

  #opened({ response }: Request): void {
    const session = new ReplayedSession(response);
    this.#sessions.push(session);
    session.attach(false);
  }

  /** Sends a message as the daemon would; into a running turn it is steered, as the server does. */
  #prompted(session: ReplayedSession, request: Request, at: number): void {
    if (!session.attached) session.attach(true);
    const text = textIn(request.body.parts);
    const { turn } = session.rig.snapshot.context;
    session.rig.send({
      type: 'command.send',
      messageId: `m${at}`,
      message: text,
      attachments: filesIn(request.body.parts),
      fingerprint: '',
      whenBusy: turn === null ? 'queue' : 'steer',
    });
    const turnId = session.rig.snapshot.context.turn!.id;
    const messageId = this.#messageOf(session.id, text, at);
    session.feed({ type: 'prompted', turnId, messageId, clientMessageId: `m${at}` });
    if (request.status < 400) return;
    const { name, data } = request.response;
    session.feed({ type: 'promptRefused', turnId, message: data.message, status: request.status, name });
  }

  /** The native id of a message, which our connection would have chosen. */
  #messageOf(session: string, text: string, at: number): string | null {
    for (const line of this.#lines.slice(at)) {
      if (line.dir !== 'out' || line.event.type !== 'message.part.updated') continue;
      const { part } = line.event.properties;
      const isIt = part.type === 'text' && part.sessionID === session && part.text === text;
      if (!isIt || this.#claimed.has(part.messageID)) continue;
      this.#claimed.add(part.messageID);
      return part.messageID;
    }
    return null;
  }

  #replied(key: string, { body, status }: Request): void {
    const found = this.#pending(key);
    if (found === undefined || status !== 200) return;
    const { reply, message = null } = body;
    found.session.rig.send({ type: 'command.reply', permissionId: found.id, reply, message });
  }

  #answered(key: string, { body, status }: Request): void {
    const found = this.#pending(key);
    if (found === undefined || status !== 200) return;
    found.session.rig.send({ type: 'command.answer', questionId: found.id, answers: body.answers });
  }

  #pending(key: string): { session: ReplayedSession; id: string } | undefined {
    for (const session of this.#sessions) {
      const pending = Object.entries(session.rig.snapshot.context.pending);
      const [id] = pending.find(([, request]) => request.key === key) ?? [];
      if (id !== undefined) return { session, id };
    }
    return undefined;
  }
}

/** The messages were asked for: in a turn, our connection does so after it has lost events. */
function recovered(session: ReplayedSession, { response }: Request): void {
  if (session.rig.snapshot.context.turn === null) return;
  const last = response.at(-1)?.info;
  session.feed({
    type: 'recovered',
    session: session.id,
    messages: Messages.parse(response),
    isIdle: last?.time.completed !== undefined,
  });
}

interface Input {
  type: string;
  text?: string;
  url?: string;
  mime?: string;
}

const textIn = (parts: Input[]) => parts.map(({ text }) => text ?? '').join('');

const filesIn = (parts: Input[]) =>
  parts.flatMap(({ url, mime }) => (url === undefined ? [] : [{ path: url, ...(mime ? { mime } : {}) }]));
