// An MCP server on standard input and output, with one tool that gives back what it is given.
import { createInterface } from 'node:readline';

const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const tool = { name: 'echo', description: 'Gives back what it is given.', inputSchema: schema };

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'demo', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: `echo: ${params.arguments.text}` }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: `no ${method}` } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
}
