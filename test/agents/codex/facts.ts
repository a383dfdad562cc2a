import type { Fact } from '../../support/completeness.js';
import { type Message, threadOf } from './recording.js';

/** The texts, thoughts, calls and results in these messages, read without the translator. `own` is the session's thread. */
export function factsIn(messages: readonly Message[], own: string): Fact[] {
  const facts = new Facts(own);
  for (const message of messages) facts.read(message);
  return facts.all;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded items may hold anything
type Item = any;

class Facts {
  readonly all: Fact[] = [];
  readonly #own: string;
  readonly #known = new Map<string, Fact>();
  /** Turns that are over, and how they ended. */
  readonly #ended = new Map<string, string>();
  /** The output of commands when their turn ended. */
  readonly #printed = new Map<string, string>();

  constructor(own: string) {
    this.#own = own;
  }

  read(message: Message): void {
    const { method, params } = message;
    const native = threadOf(message);
    if (native === null || method === undefined) return;
    const thread = native === this.#own ? null : native;
    if (method === 'turn/completed') return this.#turnEnded(params.turn);
    const key = `${params.turnId}/${params.item?.id ?? params.itemId}`;
    const at = (kind: Fact['kind'], part = '') => this.#at(`${key}/${kind}${part}`, thread, kind);
    switch (method) {
      case 'item/agentMessage/delta':
      case 'item/plan/delta':
        at('text').text += params.delta;
        return;
      case 'item/reasoning/summaryTextDelta':
        return addParagraph(at('thought', 'summary'), params.summaryIndex, params.delta);
      case 'item/reasoning/textDelta':
        return addParagraph(at('thought', 'raw'), params.contentIndex, params.delta);
      case 'item/commandExecution/outputDelta':
        if (this.#ended.get(params.turnId) !== 'interrupted') at('result').text += params.delta;
        return;
      case 'item/started':
        if (callIn(params.item) !== null) at('call').text = callIn(params.item)!;
        if (params.item.type === 'userMessage' && thread !== null) at('text').text = inputIn(params.item);
        return;
      case 'item/completed':
        return this.#completed(params.item, key, thread, params.turnId);
    }
  }

  #completed(item: Item, key: string, thread: string | null, turn: string): void {
    const at = (kind: Fact['kind'], part = '') => this.#at(`${key}/${kind}${part}`, thread, kind);
    if (item.type === 'agentMessage' || item.type === 'plan') at('text').text = item.text;
    else if (item.type === 'reasoning') {
      if (item.summary.length > 0) at('thought', 'summary').text = item.summary.join('\n\n');
      if (item.content.length > 0) at('thought', 'raw').text = item.content.join('\n\n');
    } else if (item.type === 'commandExecution') {
      at('call').text = callIn(item)!;
      if (this.#ended.get(turn) === 'interrupted') return;
      const output = item.aggregatedOutput ?? '';
      const result = at('result');
      // The beginning of the output was not streamed before the turn ended: it is all repeated.
      if (!output.startsWith(this.#printed.get(`${key}/result`) ?? '')) at('result', 'whole').text = output;
      // Codex leaves out the middle of very long output.
      else if (output.length >= result.text.length) result.text = output;
    } else if (callIn(item) !== null) {
      at('call').text = callIn(item)!;
      at('result').text = resultIn(item);
    }
  }

  #turnEnded({ id, status }: { id: string; status: string }): void {
    this.#ended.set(id, status);
    for (const [key, { kind, text }] of this.#known)
      if (kind === 'result' && key.startsWith(`${id}/`)) this.#printed.set(key, text);
  }

  #at(key: string, thread: string | null, kind: Fact['kind']): Fact {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const fact: Fact = { thread, kind, text: '' };
    this.#known.set(key, fact);
    this.all.push(fact);
    return fact;
  }
}

/** Paragraphs of a thought are counted from 0. */
function addParagraph(fact: Fact, index: number, delta: string): void {
  const gaps = index - (fact.text.split('\n\n').length - 1);
  fact.text += (fact.text === '' || gaps <= 0 ? '' : '\n\n') + delta;
}

const inputIn = ({ content }: Item) => content.map(({ text }: Item) => text ?? '').join('');

/** Name and arguments of a tool's call; null for items that are none. */
function callIn(item: Item): string | null {
  const call = (name: string, given: object) => `${name} ${JSON.stringify(given)}`;
  switch (item.type) {
    case 'commandExecution':
      return call('shell', { command: item.command, cwd: item.cwd, commandActions: item.commandActions });
    case 'fileChange':
      return call('apply_patch', { changes: item.changes });
    case 'mcpToolCall':
      return call(`mcp:${item.server}.${item.tool}`, item.arguments);
    case 'dynamicToolCall':
      return call(item.tool, item.arguments);
    case 'webSearch':
      return call('web_search', { query: item.query, action: item.action });
    case 'imageView':
      return call('view_image', { path: item.path });
    case 'collabAgentToolCall': {
      const { prompt, model, reasoningEffort, receiverThreadIds: agents } = item;
      const name = { spawnAgent: 'spawn_agent', sendInput: 'send_input', wait: 'wait' }[item.tool as string];
      return call(name ?? item.tool.replace('Agent', '_agent'), {
        ...(prompt === null ? {} : { prompt }),
        ...(model ? { model } : {}),
        ...(reasoningEffort ? { reasoning_effort: reasoningEffort } : {}),
        agents,
      });
    }
    case 'subAgentActivity': {
      const { kind, agentPath: agent, model, reasoningEffort, agentThreadId } = item;
      // The end of its turn tells the same.
      if (kind === 'completed') return null;
      const name = { started: 'spawn_agent', interacted: 'send_message', interrupted: 'interrupt_agent' };
      return call(name[kind as 'started'], {
        agent,
        ...(model ? { model } : {}),
        ...(reasoningEffort ? { reasoning_effort: reasoningEffort } : {}),
        agents: [agentThreadId],
      });
    }
    default:
      return null;
  }
}

function resultIn(item: Item): string {
  switch (item.type) {
    case 'fileChange':
      return item.status === 'completed' ? item.changes.map(changeIn).join('\n') : '';
    case 'mcpToolCall':
      return item.error?.message ?? textsIn(item.result?.content ?? []);
    case 'dynamicToolCall':
      return textsIn(item.contentItems ?? []);
    case 'collabAgentToolCall':
      return Object.entries(item.agentsStates)
        .map(([agent, { status, message }]: [string, Item]) => [`${agent}: ${status}`, message])
        .flatMap((lines) => lines.filter((line) => line !== null))
        .join('\n');
    case 'subAgentActivity':
      return `${item.agentPath}: ${item.kind}`;
    default:
      return '';
  }
}

function changeIn({ path, kind }: Item): string {
  return `${{ add: 'A', delete: 'D' }[kind.type as string] ?? 'M'} ${kind.move_path ?? path}`;
}

const textsIn = (content: Item[]) =>
  content
    .filter(({ text }) => text !== undefined)
    .map(({ text }) => text)
    .join('\n');
