import type { ServerResponse } from 'node:http';
import { type ModelApi, Sse, sendJson, serveApi } from './model-api.js';
import {
  type Answer,
  fail,
  idSource,
  type Moment,
  momentOf,
  pieces,
  type Reply,
  type RequestPart,
  replyTo,
  text,
} from './script.js';

/** The chat completions API of many providers. */
export const chatApi: ModelApi = {
  usage: { input_tokens: 100, cached_tokens: 30, output_tokens: 7, reasoning_tokens: 3 },
  failures: {
    unauthorized: fail(401, 'invalid_api_key'),
    limited: fail(429, 'rate_limit_exceeded'),
    overloaded: fail(503, 'overloaded_error'),
  },
  serve(path, scripts) {
    const id = idSource();
    return serveApi(path, ({ url, body, res }): Moment | null => {
      if (!url.startsWith('/v1/chat/completions')) {
        sendJson(res, 404, { error: { message: `no ${url}`, type: 'invalid_request_error' } });
        return null;
      }
      const { messages, model, tools } = JSON.parse(body) as Request;
      // A request without tools is not a turn, but asks for a title.
      if (tools === undefined) {
        sendStream(new Sse(res), { output: [text('A title')] }, { model, id });
        return null;
      }
      const moment = momentOf(messages.flatMap(requestParts), body);
      const reply = replyTo(scripts, moment);
      if ('status' in reply) refuse(res, reply);
      else sendStream(new Sse(res), reply, { model, id });
      return moment;
    });
  },
};

/** Tells the client to retry immediately, so that tests do not have to wait. */
function refuse(res: ServerResponse, { status, kind, message }: Extract<Reply, { status: number }>): void {
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

function requestParts({ role, content }: Message): RequestPart[] {
  if (role === 'tool') return [{ result: typeof content === 'string' ? content : JSON.stringify(content) }];
  if (role !== 'user' || content === null) return [];
  if (typeof content === 'string') return [{ prompt: content }];
  return content.flatMap(({ type, text }): RequestPart[] => {
    if (type === 'image_url') return [{ image: true }];
    return text === undefined ? [] : [{ prompt: text }];
  });
}

interface Given {
  model: string;
  id(kind: string): string;
}

function sendStream(sse: Sse, { output, ending = 'whole' }: Answer, { model, id }: Given): void {
  const common = { id: id('chat'), object: 'chat.completion.chunk', created: 0, model };
  const send = (delta: object, finish_reason: string | null = null) =>
    sse.data(JSON.stringify({ ...common, choices: [{ index: 0, delta, finish_reason }] }));
  send({ role: 'assistant', content: '' });
  let calls = 0;
  for (const each of output) {
    if (each.type === 'text') for (const content of pieces(each.text)) send({ content });
    else if (each.type === 'thought')
      for (const reasoning_content of pieces(each.text)) send({ reasoning_content });
    else {
      const call = { name: each.name, arguments: JSON.stringify(each.input) };
      send({ tool_calls: [{ index: calls++, id: id('call'), type: 'function', function: call }] });
    }
  }
  if (ending !== 'whole') return sse.end(ending);
  send({}, calls > 0 ? 'tool_calls' : 'stop');
  sse.data(JSON.stringify({ ...common, choices: [], usage }));
  sse.data('[DONE]');
  sse.end('whole');
}

const usage = {
  prompt_tokens: 100,
  prompt_tokens_details: { cached_tokens: 30 },
  completion_tokens: 7,
  completion_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 107,
};
