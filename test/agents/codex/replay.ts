import type { Roots, TranslatorInput } from '../../../src/agents/agent.js';
import type { CodexNotice } from '../../../src/agents/codex/notices.js';
import type { CodexState } from '../../../src/agents/codex/state.js';
import { translator } from '../../../src/agents/codex/translate.js';
import { fileDiff } from '../../../src/agents/kit/diff.js';
import { shortPath } from '../../../src/agents/kit/paths.js';
import type { Draft, PermissionReply } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';
import { isResponse, type Line, type Message, threadOf } from './recording.js';

const opens = new Set(['thread/start', 'thread/resume', 'thread/fork']);

/** A session machine that is fed by the translator, as in the daemon. */
export class ReplayedSession {
  readonly rig: SessionRig;
  readonly drafts: Draft[] = [];
  /** The native payloads it was fed. */
  readonly received: string[] = [];
  state: CodexState;
  /** Whether a process has its thread loaded. */
  attached = true;

  readonly thread: string;
  readonly #roots: Roots;

  constructor(thread: string, directory = '/workspace/demo') {
    this.thread = thread;
    this.#roots = [directory];
    this.state = translator.initial(this.#roots);
    this.rig = new SessionRig({
      echoesUser: true,
      onAgentExit: 'resume',
      metadata: { agent: 'codex', mode: 'build', model: null, cwd: directory },
    });
  }

  feed(text: string): void {
    this.received.push(text);
    this.#translate({ from: 'agent', text });
  }

  notice(notice: CodexNotice): void {
    this.#translate({ from: 'connection', notice });
  }

  #translate(input: TranslatorInput<CodexNotice>): void {
    const { state, drafts } = translator.translate(this.state, input);
    this.state = state;
    this.drafts.push(...drafts);
    const from =
      input.from === 'agent'
        ? { source: 'agent' as const, raw: input.text }
        : { source: 'daemon' as const, raw: null };
    for (const draft of drafts) {
      const shown = withDiff(draft, this.#roots);
      this.rig.send({ type: `draft.${shown.type}`, draft: shown, ...from });
    }
  }

  get ended(): boolean {
    return this.rig.snapshot.context.ended !== null;
  }

  crash(code: number | null, signal: string | null): void {
    this.attached = false;
    this.state = translator.initial(this.#roots);
    const stderr = { head: '', truncated: false, total_lines: 0 };
    this.rig.send({ type: 'agent.exited', exit: { code, signal, stderr } });
  }

  terminate(): void {
    this.rig.send({ type: 'command.terminate' });
    this.crash(0, null);
  }
}

/** A proposal as it is shown, less the files on disk, which a recording does not have. */
function withDiff(draft: Draft, roots: Roots): Draft {
  if (draft.type !== 'permission.requested' || draft.changes === undefined) return draft;
  const { changes, ...request } = draft;
  const diff = changes.map((change) => {
    if (change.type === 'diff') return change.diff;
    const name = shortPath('path' in change ? change.path : '', roots);
    return change.type === 'write' ? fileDiff(name, null, change.content) : fileDiff(name, '', null);
  });
  return { ...request, metadata: { ...request.metadata, diff: diff.join('') } };
}

/** Plays a recording to sessions: the client's messages as commands, the agent's as payloads. */
export function replay(lines: readonly Line[]): ReplayedSession[] {
  return new Replay(lines).run();
}

class Replay {
  readonly #sessions: ReplayedSession[] = [];
  /** Our requests that wait for an answer, by id. */
  readonly #asked = new Map<string | number, Message>();
  /** The agent's requests that wait for an answer, by id. */
  readonly #asking = new Map<string | number, Message>();
  readonly #children = new Map<string, string>();
  /** Lines of threads that no session has yet, as the server holds them. */
  readonly #held = new Map<string, Message[]>();
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  run(): ReplayedSession[] {
    for (const [at, line] of this.#lines.entries()) {
      if (line.dir === 'exit') this.#exit(line.code, line.signal);
      else if (line.message === null) continue;
      else if (line.dir === 'in') this.#sent(line.message, at);
      else this.#received(line.message, line.text);
    }
    return this.#sessions;
  }

  #session(thread: string | null): ReplayedSession | undefined {
    const own = this.#children.get(thread ?? '') ?? thread;
    return this.#sessions.find((session) => session.thread === own && session.attached && !session.ended);
  }

  #exit(code: number | null, signal: string | null): void {
    this.#asked.clear();
    this.#asking.clear();
    this.#held.clear();
    this.#children.clear();
    for (const session of this.#sessions) if (session.attached) session.crash(code, signal);
  }

  #sent(message: Message, at: number): void {
    if (isResponse(message)) return this.#replied(message);
    if (message.id !== undefined) this.#asked.set(message.id, message);
    const session = this.#session(threadOf(message));
    // The daemon knows which turn runs and would not have sent a message that is refused.
    if (session === undefined || this.#isRefused(message.id, at)) return;
    const { turn } = session.rig.snapshot.context;
    const { model } = message.params;
    if (typeof model === 'string') session.notice({ type: 'modelChosen', model });
    if (message.method === 'turn/start')
      session.rig.send(sendCommand(message, at, turn === null ? 'queue' : 'steer'));
    else if (message.method === 'turn/steer') session.rig.send(sendCommand(message, at, 'steer'));
    else if (message.method === 'thread/compact/start') session.notice({ type: 'compactionAsked' });
    else if (message.method === 'turn/interrupt') {
      const child = Object.values(session.rig.snapshot.context.threads).find(
        ({ key }) => key === threadOf(message),
      );
      session.rig.send({ type: 'command.interrupt', ...(child && { threadId: child.id }) });
    }
  }

  #isRefused(id: string | number | undefined, at: number): boolean {
    const answer = this.#lines
      .slice(at)
      .find((line) => line.dir === 'out' && line.message !== null && line.message.id === id);
    return answer?.dir === 'out' && answer.message?.error !== undefined;
  }

  #received(message: Message, text: string): void {
    if (isResponse(message)) return this.#answered(message, text);
    if (message.id !== undefined) this.#asking.set(message.id, message);
    const thread = threadOf(message);
    const session = this.#session(thread);
    if (session === undefined) {
      if (thread === null) this.#receivedByAll(message, text);
      else this.#held.set(thread, [...(this.#held.get(thread) ?? []), message]);
      return;
    }
    session.feed(text);
    const { receiverThreadIds = [], agentThreadId } = message.params?.item ?? {};
    for (const child of [...receiverThreadIds, agentThreadId])
      if (child !== undefined && !this.#children.has(child)) this.#claim(child, session);
  }

  /** The server passes on what concerns the account, to sessions in a turn. */
  #receivedByAll({ method }: Message, text: string): void {
    if (method !== 'account/rateLimits/updated') return;
    for (const session of this.#sessions)
      if (session.attached && session.rig.snapshot.context.turn !== null) session.feed(text);
  }

  #claim(child: string, session: ReplayedSession): void {
    this.#children.set(child, session.thread);
    const held = this.#held.get(child) ?? [];
    this.#held.delete(child);
    for (const message of held) this.#received(message, JSON.stringify(message));
  }

  #answered(message: Message, text: string): void {
    const asked = this.#asked.get(message.id!);
    this.#asked.delete(message.id!);
    const thread: string | undefined = message.result?.thread?.id;
    if (thread === undefined || !opens.has(asked?.method ?? '')) return;
    let session = this.#sessions.find((known) => known.thread === thread && !known.ended);
    if (session === undefined) {
      session = new ReplayedSession(thread, message.result.thread.cwd);
      this.#sessions.push(session);
    }
    session.attached = true;
    session.feed(text);
    session.rig.send({ type: 'agent.ready', nativeSessionId: thread, metadata: {} });
  }

  /** Turns the client's answer into the command that leads to it. */
  #replied({ id, result }: Message): void {
    const request = this.#asking.get(id!);
    this.#asking.delete(id!);
    const session = request && this.#session(threadOf(request));
    if (!session) return;
    const { pending } = session.rig.snapshot.context;
    const key = `${request.params.turnId ?? request.params.threadId}/request:${id}`;
    const [asked, found] = Object.entries(pending).find(([, { key: own }]) => own === key) ?? [];
    if (asked === undefined || found === undefined) return;
    if (found.kind === 'permission') {
      const reply = replyIn(result);
      if (reply) session.rig.send({ type: 'command.reply', permissionId: asked, reply, message: null });
      return;
    }
    const answers = answersIn(request, result);
    if (answers === null) session.rig.send({ type: 'command.reject', questionId: asked });
    else session.rig.send({ type: 'command.answer', questionId: asked, answers });
  }
}

const replies: Record<string, PermissionReply> = {
  accept: 'once',
  acceptForSession: 'always',
  decline: 'reject',
  cancel: 'reject',
};

function replyIn(result: Message['result']): PermissionReply | undefined {
  if (result?.permissions === undefined) return replies[result?.decision ?? result?.action];
  if (Object.keys(result.permissions).length === 0) return 'reject';
  return result.scope === 'session' ? 'always' : 'once';
}

function answersIn({ params }: Message, result: Message['result']): string[][] | null {
  if (params.questions !== undefined)
    return params.questions.map(({ id }: { id: string }) => result?.answers?.[id]?.answers ?? []);
  if (result?.action !== 'accept') return null;
  return Object.keys(params.requestedSchema.properties).map((name) => [String(result.content[name])]);
}

interface Input {
  type: string;
  text?: string;
  path?: string;
  url?: string;
}

function sendCommand({ params }: Message, at: number, whenBusy: 'queue' | 'steer') {
  const input: Input[] = params.input;
  return {
    type: 'command.send' as const,
    messageId: `m${at}`,
    message: input.map(({ text }) => text ?? '').join(''),
    attachments: input.flatMap(({ type, path, url }) =>
      path === undefined && url === undefined
        ? []
        : [{ path: path ?? url!, ...(type.endsWith('mage') ? { mime: 'image/png' } : {}) }],
    ),
    fingerprint: '',
    whenBusy,
  };
}
