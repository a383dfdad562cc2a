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
  | { type: 'message'; text: string }
  | { type: 'reasoning'; summary: string[] }
  | { type: 'function_call'; namespace?: string; name: string; arguments: object }
  | { type: 'custom_tool_call'; name: string; input: string };

/** An answer of the model, item by item; one that fails after all; or an error of the API. */
export type ResponsesReply =
  | { output: Output[]; ending?: Ending; failed?: string }
  | { status: number; kind: string; message: string };

export const text = (text: string): Output => ({ type: 'message', text });
export const reasoning = (...summary: string[]): Output => ({ type: 'reasoning', summary });
export const call = (name: string, given: object, namespace?: string): Output => {
  return { type: 'function_call', name, arguments: given, ...(namespace ? { namespace } : {}) };
};
export const exec = (cmd: string, more: object = {}): Output => call('exec_command', { cmd, ...more });
export const patch = (input: string): Output => ({ type: 'custom_tool_call', name: 'apply_patch', input });
export const say = (...output: Output[]): ResponsesReply => ({ output });
export const fail = (status: number, kind: string): ResponsesReply => ({
  status,
  kind,
  message: `${kind}, as scripted`,
});

/** The OpenAI Responses API, with a script for a model. */
export function responsesApi(path: string, scripts: Scripts<ResponsesReply>): Promise<ScriptedApi> {
  let ids = 0;
  return scriptedApi(path, ({ url, body, res }) => {
    if (!url.startsWith('/v1/responses')) {
      sendJson(res, 404, { error: { message: `no ${url}`, type: 'invalid_request_error' } });
      return null;
    }
    const { input } = JSON.parse(body) as { input: Input[] };
    const moment = momentOf(input.flatMap(saidIn), body);
    const reply = (scripts[moment.tag] ?? untagged)(moment);
    if ('status' in reply) sendJson(res, reply.status, errorOf(reply));
    else stream(new Sse(res), reply, (kind) => `${kind}_${String(++ids).padStart(8, '0')}`);
    return moment;
  });
}

function untagged({ body }: Moment): ResponsesReply {
  return say(text(`No script for this (${body.length} characters).`));
}

function errorOf({ kind, message }: { kind: string; message: string }) {
  return { error: { type: kind, code: kind, message } };
}

interface Input {
  type: string;
  role?: string;
  content?: { type: string; text?: string }[];
  output?: unknown;
}

function saidIn({ type, role, content, output }: Input): Said[] {
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return [{ result: typeof output === 'string' ? output : JSON.stringify(output) }];
  if (type !== 'message' || role !== 'user') return [];
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [{ prompt: text }]));
}

type Streamed = Extract<ResponsesReply, { output: Output[] }>;
type NewId = (kind: string) => string;

function stream(sse: Sse, { output, ending = 'whole', failed }: Streamed, id: NewId): void {
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
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
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
    case 'message': {
      const item = { type: 'message', id: id('msg'), role: 'assistant' };
      send('output_item.added', { item: { ...item, content: [], status: 'in_progress' } });
      for (const delta of pieces(output.text))
        send('output_text.delta', { item_id: item.id, content_index: 0, delta });
      done({ ...item, content: [{ type: 'output_text', text: output.text, annotations: [] }] });
      return;
    }
    case 'reasoning': {
      const item = { type: 'reasoning', id: id('rs') };
      send('output_item.added', { item: { ...item, summary: [] } });
      for (const [summary_index, text] of output.summary.entries()) {
        const at = { item_id: item.id, summary_index };
        send('reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
        for (const delta of pieces(text)) send('reasoning_summary_text.delta', { ...at, delta });
        send('reasoning_summary_text.done', { ...at, text });
      }
      done({ ...item, summary: output.summary.map((text) => ({ type: 'summary_text', text })) });
      return;
    }
    case 'function_call':
      done({ ...output, id: id('fc'), call_id: id('call'), arguments: JSON.stringify(output.arguments) });
      return;
    case 'custom_tool_call':
      done({ ...output, id: id('ctc'), call_id: id('call') });
      return;
  }
}
