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

/** The OpenAI Responses API. */
export const responsesApi: ModelApi = {
  usage: { input_tokens: 100, cached_tokens: 30, output_tokens: 7, reasoning_tokens: 3 },
  failures: {
    unauthorized: fail(401, 'invalid_api_key'),
    limited: fail(429, 'usage_limit_reached'),
    overloaded: { output: [], failed: 'server_is_overloaded' },
  },
  serve(path, scripts) {
    const id = idSource();
    return serveApi(path, ({ url, body, res }): Moment | null => {
      if (!url.startsWith('/v1/responses')) {
        sendJson(res, 404, { error: { message: `no ${url}`, type: 'invalid_request_error' } });
        return null;
      }
      const { input } = JSON.parse(body) as { input: Input[] };
      const moment = momentOf(input.flatMap(requestParts), body);
      const reply = replyTo(scripts, moment);
      if ('status' in reply) {
        const { status, kind, message } = reply;
        sendJson(res, status, { error: { type: kind, code: kind, message } });
      } else sendStream(new Sse(res), reply, id);
      return moment;
    });
  },
};

interface Input {
  type: string;
  role?: string;
  content?: { type: string; text?: string; encrypted_content?: string }[];
  output?: unknown;
}

function requestParts({ type, role, content, output }: Input): RequestPart[] {
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return [{ result: typeof output === 'string' ? output : JSON.stringify(output) }];
  // The task of a sub-agent.
  if (type === 'agent_message')
    return (content ?? []).flatMap(({ encrypted_content: prompt }) =>
      prompt === undefined ? [] : [{ prompt }],
    );
  if (type !== 'message' || role !== 'user') return [];
  return (content ?? []).flatMap(({ type, text }): RequestPart[] => {
    if (type === 'input_image') return [{ image: true }];
    return text === undefined ? [] : [{ prompt: text }];
  });
}

type NewId = (kind: string) => string;

function sendStream(sse: Sse, { output, ending = 'whole', failed }: Answer, id: NewId): void {
  const response = { id: id('resp'), object: 'response', output: [] };
  sse.send('response.created', { response: { ...response, status: 'in_progress' } });
  for (const [output_index, item] of output.entries()) {
    const stays = ending !== 'whole' && output_index === output.length - 1;
    sendOutput(sse, item, { output_index, id, stays });
  }
  if (ending !== 'whole') return sse.end(ending);
  if (failed === undefined)
    sse.send('response.completed', { response: { ...response, status: 'completed', usage } });
  else {
    const error = { code: failed, message: `${failed}, as scripted` };
    sse.send('response.failed', { response: { ...response, status: 'failed', error } });
  }
  sse.end('whole');
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 107,
};

interface Place {
  output_index: number;
  id: NewId;
  /** Whether it stays open. */
  stays: boolean;
}

function sendOutput(sse: Sse, output: Output, { output_index, id, stays }: Place): void {
  const send = (type: string, data: object) => sse.send(`response.${type}`, { output_index, ...data });
  const done = (item: object) =>
    stays || send('output_item.done', { item: { ...item, status: 'completed' } });
  switch (output.type) {
    case 'text': {
      const item = { type: 'message', id: id('msg'), role: 'assistant' };
      send('output_item.added', { item: { ...item, content: [], status: 'in_progress' } });
      for (const delta of pieces(output.text))
        send('output_text.delta', { item_id: item.id, content_index: 0, delta });
      done({ ...item, content: [{ type: 'output_text', text: output.text, annotations: [] }] });
      return;
    }
    case 'thought': {
      // Reasoning is sent as summaries, one per paragraph with a heading.
      const summaries = output.text.split(/\n\n(?=\*\*)/);
      const item = { type: 'reasoning', id: id('rs') };
      send('output_item.added', { item: { ...item, summary: [] } });
      for (const [summary_index, text] of summaries.entries()) {
        const at = { item_id: item.id, summary_index };
        send('reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
        for (const delta of pieces(text)) send('reasoning_summary_text.delta', { ...at, delta });
        send('reasoning_summary_text.done', { ...at, text });
      }
      done({ ...item, summary: summaries.map((text) => ({ type: 'summary_text', text })) });
      return;
    }
    case 'call': {
      const { name, namespace, input } = output;
      const call = { type: 'function_call', name, namespace, arguments: JSON.stringify(input) };
      done({ ...call, id: id('fc'), call_id: id('call') });
      return;
    }
    case 'custom_call':
      done({
        type: 'custom_tool_call',
        name: output.name,
        input: output.input,
        id: id('ctc'),
        call_id: id('call'),
      });
      return;
  }
}
