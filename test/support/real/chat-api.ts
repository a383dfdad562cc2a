import type { ServerResponse } from 'node:http';
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

export type Output =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; name: string; given: object };

/** An answer of the model, piece by piece, or an error of the API. */
export type ChatReply =
  | { output: Output[]; ending?: Ending }
  | { status: number; kind: string; message: string };

export const text = (text: string): Output => ({ type: 'text', text });
export const reasoning = (text: string): Output => ({ type: 'reasoning', text });
export const call = (name: string, given: object): Output => ({ type: 'call', name, given });
export const say = (...output: Output[]): ChatReply => ({ output });
export const fail = (status: number, kind: string): ChatReply => ({
  status,
  kind,
  message: `${kind}, as scripted`,
});

/** The chat completions that many providers offer, with a script for a model. */
export function chatApi(path: string, scripts: Scripts<ChatReply>): Promise<ScriptedApi> {
  let ids = 0;
  return scriptedApi(path, ({ url, body, res }) => {
    if (!url.startsWith('/v1/chat/completions')) {
      sendJson(res, 404, { error: { message: `no ${url}`, type: 'invalid_request_error' } });
      return null;
    }
    const { messages, model, tools } = JSON.parse(body) as Request;
    const id = (kind: string) => `${kind}_${String(++ids).padStart(8, '0')}`;
    // Without tools it is no turn: it asks for a title.
    if (tools === undefined) {
      stream(new Sse(res), { output: [text('A title')] }, { model, id });
      return null;
    }
    const moment = momentOf(messages.flatMap(saidIn), body);
    const reply = (scripts[moment.tag] ?? untagged)(moment);
    if ('status' in reply) refuse(res, reply);
    else stream(new Sse(res), reply, { model, id });
    return moment;
  });
}

function untagged({ body }: Moment): ChatReply {
  return say(text(`No script for this (${body.length} characters).`));
}

/** With the advice to try again at once, so that nobody has to wait. */
function refuse(
  res: ServerResponse,
  { status, kind, message }: Extract<ChatReply, { status: number }>,
): void {
  res.setHeader('retry-after-ms', '1');
  sendJson(res, status, { error: { type: kind, code: kind, message } });
}

interface Request {
  model: string;
  messages: Message[];
  tools?: object[];
}

interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | { type: string; text?: string }[] | null;
}

function saidIn({ role, content }: Message): Said[] {
  if (role === 'tool') return [{ result: typeof content === 'string' ? content : JSON.stringify(content) }];
  if (role !== 'user' || content === null) return [];
  if (typeof content === 'string') return [{ prompt: content }];
  return content.flatMap(({ text }) => (text === undefined ? [] : [{ prompt: text }]));
}

type Streamed = Extract<ChatReply, { output: Output[] }>;

interface Given {
  model: string;
  id(kind: string): string;
}

function stream(sse: Sse, { output, ending = 'whole' }: Streamed, { model, id }: Given): void {
  const common = { id: id('chat'), object: 'chat.completion.chunk', created: 0, model };
  const send = (delta: object, finish_reason: string | null = null) =>
    sse.data(JSON.stringify({ ...common, choices: [{ index: 0, delta, finish_reason }] }));
  send({ role: 'assistant', content: '' });
  let calls = 0;
  for (const piece of output) {
    if (piece.type === 'text') for (const content of pieces(piece.text)) send({ content });
    else if (piece.type === 'reasoning')
      for (const reasoning_content of pieces(piece.text)) send({ reasoning_content });
    else {
      const call = { name: piece.name, arguments: JSON.stringify(piece.given) };
      send({ tool_calls: [{ index: calls++, id: id('call'), type: 'function', function: call }] });
    }
  }
  if (ending !== 'whole') return sse.end(ending);
  send({}, calls > 0 ? 'tool_calls' : 'stop');
  sse.data(JSON.stringify({ ...common, choices: [], usage }));
  sse.data('[DONE]');
  sse.end('whole');
}

const usage = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 };
