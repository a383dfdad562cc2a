import type { TranslatorInput } from '../../../src/agents/agent.js';
import { type ClaudeNotice, translator } from '../../../src/agents/claude/translate.js';
import { Draft } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';
import type { Line, Recording } from './recordings.js';

/** Replays a recording into a session machine; the recorded client acts as the session's client. */
export function replay({ name, lines }: Recording, options: { until?: number } = {}): SessionRig {
  const id = name.replaceAll('/', '-');
  const cwd = cwdOf(lines);
  const metadata = { agent: 'claude', model: null, mode: 'default', cwd };
  const rig = new SessionRig({ sessionId: id, uid: id, metadata });
  let state = translator.initial([cwd]);
  const version = name.split('/')[0];
  const ready = () => rig.send({ type: 'agent.ready', nativeSessionId: null, metadata: { version } });
  if (!lines.some(({ dir, text }) => dir === 'in' && text.includes('"initialize"'))) ready();

  const translate = (input: TranslatorInput<ClaudeNotice>) => {
    const step = translator.translate(state, input);
    // The state must be plain JSON.
    state = JSON.parse(JSON.stringify(step.state));
    for (const draft of step.drafts) rig.draft(Draft.parse(draft), input.from);
  };

  for (const line of lines.slice(0, options.until)) {
    if (line.dir === 'in') act(rig, line.text, (notice) => translate({ from: 'connection', notice }));
    else if (line.dir === 'exit') exit(rig, line);
    else if (line.dir === 'out') {
      translate({ from: 'agent', text: line.text });
      // As in the connection: the handshake response produces no draft.
      if (line.text.includes('"commands"') && line.text.includes('"control_response"')) ready();
    }
  }
  return rig;
}

/** The session's folder, as the CLI tells it. */
function cwdOf(lines: readonly Line[]): string {
  const init = lines.find(({ dir, text }) => dir === 'out' && text.includes('"subtype":"init"'));
  return init === undefined ? '/workspace/demo' : parsed(init.text).cwd;
}

function exit(rig: SessionRig, { code, signal }: Extract<Line, { dir: 'exit' }>): void {
  rig.send({
    type: 'agent.exited',
    exit: { code, signal, stderr: { head: '', truncated: false, total_lines: 0 } },
  });
}

/** Turns a line of the recorded client into a session command. */
function act(rig: SessionRig, text: string, notify: (notice: ClaudeNotice) => void): void {
  // A note of the recorder on how it wrote the line.
  const json = text.replace(/^\(.*?\) ?/, '');
  const line = parsed(json);
  if (line?.type === 'user') {
    rig.message(words(line.message.content), { whenBusy: 'steer' });
    if (line.uuid) notify({ type: 'sent', uuid: line.uuid });
  } else if (line?.type === 'control_request' && line.request.subtype === 'interrupt')
    rig.send({ type: 'command.interrupt' });
  else if (line?.type === 'control_request' && line.request.subtype === 'set_permission_mode')
    notify({ type: 'settings', settings: { agentMode: 'default', permissionMode: line.request.mode } });
  else if (line?.type === 'control_request' && line.request.subtype === 'stop_task')
    rig.send({ type: 'command.interrupt', threadId: threadOf(rig, line.request.task_id) });
  else if (line?.type === 'control_response') answer(rig, line.response);
}

/** The id of a sub-agent's thread. */
function threadOf(rig: SessionRig, agent: string): string | null {
  const runs = rig.events.flatMap((event) => (event.type === 'item.started' ? [event.data.item] : []));
  return runs.find(({ native_item_id }) => native_item_id === agent)?.thread_id ?? null;
}

interface Answer {
  request_id: string;
  response?: {
    behavior?: string;
    message?: string;
    updatedInput?: { answers?: Record<string, string | string[]> };
    updatedPermissions?: unknown[];
  };
}

function answer(rig: SessionRig, { request_id, response }: Answer): void {
  const found = Object.entries(rig.snapshot.context.pending).find(([, { key }]) => key === request_id);
  const behavior = response?.behavior;
  if (!found || (behavior !== 'allow' && behavior !== 'deny')) return;
  const [id, { kind, data }] = found;
  if (kind === 'permission') {
    const reply = behavior === 'deny' ? 'reject' : response?.updatedPermissions ? 'always' : 'once';
    rig.send({ type: 'command.reply', permissionId: id, reply, message: response?.message ?? null });
  } else if (behavior === 'deny') rig.send({ type: 'command.reject', questionId: id });
  else {
    const { questions } = data as { questions: { prompt: string }[] };
    const given = response?.updatedInput?.answers;
    const isPlan = questions[0] !== undefined && data.options.includes('approve');
    const answers = questions.map(({ prompt }) => chosen(given?.[prompt]));
    rig.send({ type: 'command.answer', questionId: id, answers: isPlan ? [['approve']] : answers });
  }
}

function chosen(answer: string | string[] = []): string[] {
  return typeof answer === 'string' ? answer.split(', ') : answer;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded lines have no schema.
function parsed(json: string): any {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function words(content: string | { type: string; text?: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}
