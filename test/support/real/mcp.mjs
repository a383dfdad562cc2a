// An MCP server over stdio with two tools: one echoes its input, the other asks the human.
import { createInterface } from 'node:readline';

const [name = 'demo'] = process.argv.slice(2);
const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const tools = [
  { name: 'echo', description: 'Gives back what it is given.', inputSchema: schema },
  { name: 'ask', description: 'Asks the human.', inputSchema: { type: 'object', properties: {} } },
];
const form = {
  type: 'object',
  properties: {
    size: { type: 'string', title: 'Size', enum: ['small', 'large'] },
    count: { type: 'integer', title: 'Count', description: 'How many' },
  },
};

const asked = new Map();
/** Sends a request to the client; resolves with its response. */
function ask(method, params) {
  const id = `ask-${asked.size + 1}`;
  console.log(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  return new Promise((resolve) => asked.set(id, resolve));
}

const textResult = (text) => ({ content: [{ type: 'text', text }] });

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name, version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': async (params) => {
    if (params.name === 'echo')
      return textResult(`echo: ${params.arguments.text} ${process.env.MCP_WORD ?? ''}`.trim());
    const message = 'What shall it be?';
    return textResult(
      `heard: ${JSON.stringify(await ask('elicitation/create', { message, requestedSchema: form }))}`,
    );
  },
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return asked.get(id)?.(result);
  if (id === undefined) return;
  const answer = answers[method];
  const outcome = answer
    ? { result: await answer(params) }
    : { error: { code: -32601, message: `no ${method}` } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
});
