import type { Notice } from '../../../src/agents/acp/notices.js';
import { presetOf } from '../../../src/agents/acp/presets.js';
import { type AcpState, initial } from '../../../src/agents/acp/state.js';
import { acpTranslator } from '../../../src/agents/acp/translate.js';
import type { TranslatorInput } from '../../../src/agents/agent.js';
import type { Draft } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';
import type { Line, Message } from './recording.js';

/** A session machine that is fed by the translator, as in the daemon. */
export class ReplayedSession {
  readonly rig: SessionRig;
  readonly drafts: Draft[] = [];
  readonly cwd: string;
  readonly #translator;
  state: AcpState;
  id = '';
  isReplaying = false;
  #runs = 0;

  constructor(agent: string, cwd: string) {
    this.cwd = cwd;
    const { usage = 'all', ignored = [] } = presetOf(agent) ?? {};
    this.#translator = acpTranslator({ agent, usage, ignored });
    this.rig = new SessionRig({
      onAgentExit: 'resume',
      steer: false,
      metadata: { agent, model: null, mode: 'default', cwd },
    });
    this.state = this.#translator.initial([cwd]);
  }

  get ended(): boolean {
    return this.rig.snapshot.context.ended !== null;
  }

  get turn(): string | null {
    return this.rig.snapshot.context.turn?.id ?? null;
  }

  payload(message: Message): void {
    this.#translate({ from: 'agent', text: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  notice(notice: Notice): void {
    this.#translate({ from: 'connection', notice });
  }

  /** A process has opened the session, or continued it. */
  opened(resumed: string | null): void {
    const run = `run-${++this.#runs}`;
    this.notice({ type: 'opening', run, session: resumed, version: null, agent: null, cwd: this.cwd });
  }

  crash(): void {
    this.state = { ...initial, roots: [this.cwd] };
    const stderr = { head: '', truncated: false, total_lines: 0 };
    this.rig.send({ type: 'agent.exited', exit: { code: null, signal: 'SIGKILL', stderr } });
  }

  terminate(): void {
    this.rig.send({ type: 'command.terminate' });
    this.crash();
  }

  #translate(input: TranslatorInput<Notice>): void {
    const { state, drafts } = this.#translator.translate(this.state, input);
    this.state = state;
    for (const draft of drafts) this.rig.draft(draft, input.from);
    this.drafts.push(...drafts);
  }
}

const replayed = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]);

/** Plays a recording to sessions: the recorded client's requests as commands, the agent's messages as payloads. */
export function replay(agent: string, lines: readonly Line[]): ReplayedSession[] {
  const sessions: ReplayedSession[] = [];
  const calls = new Map<number, Message>();
  const asked = new Map<number, { session: ReplayedSession; key: string }>();
  const at = (id: string) => sessions.find((session) => session.id === id && !session.ended);

  const opened = (call: Message, message: Message) => {
    const { params, method } = call;
    if (message.error !== undefined) return;
    const id = message.result?.sessionId ?? params.sessionId;
    const session = at(id) ?? new ReplayedSession(agent, params.cwd ?? '/workspace/demo');
    if (!sessions.includes(session)) sessions.push(session);
    session.id = id;
    session.isReplaying = method === 'session/load';
    session.opened(method === 'session/new' ? null : id);
    session.payload(message);
    session.rig.send({ type: 'agent.ready', nativeSessionId: id, metadata: {} });
  };

  const sent = (message: Message) => {
    const { id, method, params = {}, result } = message;
    if (method === undefined) {
      const request = asked.get(id);
      asked.delete(id);
      if (request && result) answered(request.session, request.key, result);
      return;
    }
    if (id !== undefined) calls.set(id, message);
    const session = at(params.sessionId);
    if (session === undefined) return;
    // A second message into a running turn is never sent by the daemon.
    if (method === 'session/prompt' && session.turn === null) {
      session.isReplaying = false;
      session.rig.message(params.prompt.map(({ text = '' }: Message) => text).join(''));
      session.notice({ type: 'prompted', turnId: session.turn! });
      message.turn = session.turn;
    }
    if (method === 'session/cancel' && session.turn !== null) session.rig.send({ type: 'command.interrupt' });
  };

  const received = (message: Message) => {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      const call = calls.get(id);
      calls.delete(id);
      if (call === undefined) return;
      if (/^session\/(new|load|resume)$/.test(call.method)) return opened(call, message);
      const session = at(call.params?.sessionId);
      if (call.method === 'session/prompt' && call.turn && session?.turn === call.turn)
        session!.payload(message);
      return;
    }
    const session = at(params.sessionId) ?? (params.sessionId === undefined ? sessions.at(-1) : undefined);
    if (session === undefined) return;
    if (session.isReplaying && replayed.has(params.update?.sessionUpdate)) return;
    const before = Object.keys(session.rig.snapshot.context.pending);
    session.payload(message);
    const pending = Object.entries(session.rig.snapshot.context.pending);
    const added = pending.find(([key]) => !before.includes(key));
    if (id !== undefined && added) asked.set(id, { session, key: added[0] });
  };

  for (const { dir, message } of lines) {
    if (dir === 'in') sent(structuredClone(message));
    else if (dir === 'out') received(message);
    else if (message?.kill || message?.exit)
      for (const session of sessions) if (!session.ended) session.crash();
  }
  return sessions;
}

function answered(session: ReplayedSession, key: string, result: Message): void {
  const request = session.rig.snapshot.context.pending[key];
  if (request === undefined) return;
  if (request.kind === 'question') {
    const { questions } = request.data as { questions: unknown[] };
    if (result.action !== 'accept') session.rig.send({ type: 'command.reject', questionId: key });
    else session.rig.send({ type: 'command.answer', questionId: key, answers: questions.map(() => []) });
    return;
  }
  const { native } = request.data.metadata as { native: { options: { optionId: string; kind: string }[] } };
  const option = native.options.find(({ optionId }) => optionId === result.outcome?.optionId);
  const replies = { allow_once: 'once', allow_always: 'always' } as const;
  const reply = option === undefined ? 'reject' : (replies[option.kind as keyof typeof replies] ?? 'reject');
  session.rig.send({ type: 'command.reply', permissionId: key, reply, message: null });
}
