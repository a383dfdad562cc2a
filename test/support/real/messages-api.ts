import {
  type Ending,
  type Moment,
  momentOf,
  pieces,
  type Said,
  type ScriptedApi,
  type Scripts,
  Sse,
  scriptedApi,
  sendJson,
} from './script.js';

export type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | { type: 'tool_use'; name: string; input: object };

/** An answer of the model, block by block, or an error of the API. */
export type MessagesReply =
  | { blocks: Block[]; ending?: Ending; stop?: string }
  | { status: number; kind: string; message: string };

export const text = (text: string): Block => ({ type: 'text', text });
export const thinking = (thinking: string): Block => ({ type: 'thinking', thinking });
export const use = (name: string, input: object): Block => ({ type: 'tool_use', name, input });
export const say = (...blocks: Block[]): MessagesReply => ({ blocks });
export const fail = (status: number, kind: string): MessagesReply => ({
  status,
  kind,
  message: `${kind}, as scripted`,
});

const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** The Anthropic Messages API, with a script for a model. */
export function messagesApi(path: string, scripts: Scripts<MessagesReply>): Promise<ScriptedApi> {
  let ids = 0;
  return scriptedApi(path, ({ url, body, res }) => {
    if (url.startsWith('/v1/messages/count_tokens')) {
      sendJson(res, 200, { input_tokens: 100 });
      return null;
    }
    if (!url.startsWith('/v1/messages')) {
      sendJson(res, 404, errorOf('not_found_error', url));
      return null;
    }
    const { messages, model, stream } = JSON.parse(body) as Request;
    const moment = momentOf(messages.flatMap(saidIn), body);
    const reply = (scripts[moment.tag] ?? untagged)(moment);
    if ('status' in reply) sendJson(res, reply.status, errorOf(reply.kind, reply.message));
    else {
      const given = { model, id: (kind: string) => `${kind}_${String(++ids).padStart(8, '0')}` };
      if (stream) sendStream(new Sse(res), reply, given);
      else sendJson(res, 200, whole(reply, given));
    }
    return moment;
  });
}

/** For what the CLI asks for itself, e.g. a title. */
function untagged({ body }: Moment): MessagesReply {
  return say(text(`No script for this (${body.length} characters).`));
}

function errorOf(type: string, message: string) {
  return { type: 'error', error: { type, message } };
}

interface Request {
  messages: Message[];
  model: string;
  stream?: boolean;
}

interface Message {
  role: 'user' | 'assistant';
  content: string | { type: string; text?: string; content?: unknown }[];
}

function saidIn({ role, content }: Message): Said[] {
  if (role !== 'user') return [];
  if (typeof content === 'string') return [{ prompt: content }];
  return content.flatMap((block): Said[] => {
    if (block.type === 'tool_result') return [{ result: JSON.stringify(block.content ?? '') }];
    return block.text === undefined ? [] : [{ prompt: block.text }];
  });
}

type Streamed = Extract<MessagesReply, { blocks: Block[] }>;

interface Given {
  model: string;
  id(kind: string): string;
}

function sendStream(sse: Sse, reply: Streamed, given: Given): void {
  const { blocks, ending = 'whole' } = reply;
  const message = {
    ...empty,
    id: given.id('msg'),
    model: given.model,
    usage: { ...usage, output_tokens: 1 },
  };
  sse.send('message_start', { message });
  for (const [index, block] of blocks.entries()) {
    sse.send('content_block_start', { index, content_block: begun(block, given.id) });
    for (const delta of deltas(block)) sse.send('content_block_delta', { index, delta });
    // The last block of an answer that is not whole stays open.
    if (ending !== 'whole' && index === blocks.length - 1) return sse.end(ending);
    sse.send('content_block_stop', { index });
  }
  sse.send('message_delta', { delta: stopOf(reply), usage: { ...usage, output_tokens: 7 } });
  sse.send('message_stop', {});
  sse.end('whole');
}

/** For a client that asks for all at once, as one does that has lost too many streams. */
function whole(reply: Streamed, { model, id }: Given) {
  const content = reply.blocks.map((block) => ({ ...begun(block, id), ...block }));
  return { ...empty, ...stopOf(reply), id: id('msg'), model, content, usage: { ...usage, output_tokens: 7 } };
}

const empty = { type: 'message', role: 'assistant', content: [], stop_reason: null, stop_sequence: null };

function stopOf({ blocks, stop }: Streamed) {
  const usesTools = blocks.some(({ type }) => type === 'tool_use');
  return { stop_reason: stop ?? (usesTools ? 'tool_use' : 'end_turn'), stop_sequence: null };
}

function begun(block: Block, id: (kind: string) => string): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { type: 'tool_use', id: id('toolu'), name: block.name, input: {} };
  }
}

function deltas(block: Block): object[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
      ];
    case 'tool_use':
      return pieces(JSON.stringify(block.input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }));
  }
}
