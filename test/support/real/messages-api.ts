import { type ModelApi, Sse, sendJson, serveApi } from './model-api.js';
import {
  type Answer,
  fail,
  idSource,
  type Moment,
  momentOf,
  type Output,
  pieces,
  type RequestPart,
  replyTo,
} from './script.js';

/** The Anthropic Messages API. */
export const messagesApi: ModelApi = {
  usage: { input_tokens: 100, cached_tokens: 30, cache_write_tokens: 20, output_tokens: 7 },
  failures: {
    unauthorized: fail(401, 'authentication_error'),
    limited: fail(429, 'rate_limit_error'),
    overloaded: fail(529, 'overloaded_error'),
  },
  serve(path, scripts) {
    const id = idSource();
    return serveApi(path, ({ url, body, res }): Moment | null => {
      if (url.startsWith('/v1/messages/count_tokens')) {
        sendJson(res, 200, { input_tokens: 100 });
        return null;
      }
      if (!url.startsWith('/v1/messages')) {
        sendJson(res, 404, errorOf('not_found_error', url));
        return null;
      }
      const { messages, model, stream } = JSON.parse(body) as Request;
      const moment = momentOf(messages.flatMap(requestParts), body);
      const reply = replyTo(scripts, moment);
      if ('status' in reply) sendJson(res, reply.status, errorOf(reply.kind, reply.message));
      else if (stream) sendStream(new Sse(res), reply, { model, id });
      else sendJson(res, 200, whole(reply, { model, id }));
      return moment;
    });
  },
};

/** Input does not include the cache. */
const usage = { input_tokens: 50, cache_creation_input_tokens: 20, cache_read_input_tokens: 30 };

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

function requestParts({ role, content }: Message): RequestPart[] {
  if (role !== 'user') return [];
  if (typeof content === 'string') return [{ prompt: content }];
  return content.flatMap((block): RequestPart[] => {
    if (block.type === 'tool_result') return [{ result: JSON.stringify(block.content ?? '') }];
    if (block.type === 'image') return [{ image: true }];
    return block.text === undefined ? [] : [{ prompt: block.text }];
  });
}

interface Given {
  model: string;
  id(kind: string): string;
}

function sendStream(sse: Sse, answer: Answer, { model, id }: Given): void {
  const { output, ending = 'whole' } = answer;
  sse.send('message_start', {
    message: { ...empty, id: id('msg'), model, usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, each] of output.entries()) {
    sse.send('content_block_start', { index, content_block: begun(each, id) });
    for (const delta of deltas(each)) sse.send('content_block_delta', { index, delta });
    // A held response leaves its last block open.
    if (ending !== 'whole' && index === output.length - 1) return sse.end(ending);
    sse.send('content_block_stop', { index });
  }
  sse.send('message_delta', { delta: stopOf(output), usage: { ...usage, output_tokens: 7 } });
  sse.send('message_stop', {});
  sse.end('whole');
}

/** The response without streaming, which clients request after several interrupted streams. */
function whole({ output }: Answer, { model, id }: Given) {
  const content = output.map((each) => ({ ...begun(each, id), ...complete(each) }));
  return {
    ...empty,
    ...stopOf(output),
    id: id('msg'),
    model,
    content,
    usage: { ...usage, output_tokens: 7 },
  };
}

const empty = { type: 'message', role: 'assistant', content: [], stop_reason: null, stop_sequence: null };

function stopOf(output: Output[]) {
  const callsTools = output.some(({ type }) => type.endsWith('call'));
  return { stop_reason: callsTools ? 'tool_use' : 'end_turn', stop_sequence: null };
}

function begun(output: Output, id: (kind: string) => string): object {
  switch (output.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thought':
      return { type: 'thinking', thinking: '', signature: '' };
    default:
      return { type: 'tool_use', id: id('toolu'), name: output.name, input: {} };
  }
}

function complete(output: Output): object {
  switch (output.type) {
    case 'text':
      return { text: output.text };
    case 'thought':
      return { thinking: output.text };
    default:
      return { input: output.input };
  }
}

function deltas(output: Output): object[] {
  switch (output.type) {
    case 'text':
      return pieces(output.text).map((text) => ({ type: 'text_delta', text }));
    case 'thought':
      return [
        ...pieces(output.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
      ];
    default:
      return pieces(JSON.stringify(output.input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }));
  }
}
