import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Http } from '../../../src/agents/opencode/http.js';

async function serve(port: number): Promise<{ server: Server; connections(): number }> {
  let connections = 0;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, connections: () => connections };
}

test('no connection is reused, as a later server may listen on the same port', async () => {
  const { server, connections } = await serve(0);
  const { port } = server.address() as AddressInfo;
  const http = new Http({ base: `http://127.0.0.1:${port}`, password: 'x', ms: 5_000 });
  for (let i = 0; i < 3; i++) await http.call('GET', '/global/health');
  expect(connections()).toBe(3);
});
