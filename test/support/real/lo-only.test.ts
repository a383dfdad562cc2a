import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Conversation } from './conversation.js';
import { RealStage } from './stage.js';

async function stage(): Promise<RealStage> {
  const stage = await RealStage.open();
  onTestFinished(async () => {
    expect(await stage.close()).toEqual([]);
  });
  return stage;
}

test('runs a session through the sockets of the stage and leaves nothing behind', async () => {
  const daemon = await (await stage()).daemon({ env: {} });
  const conversation = await Conversation.begin(daemon, { agent: 'mock' });
  expect((await conversation.turn('echo hello')).texts).toEqual(['hello']);
  await conversation.end();
});

const LOOK = `
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
const reach = (host, port) => new Promise((resolve) => {
  connect({ host, port }).on('connect', () => resolve('reached')).on('error', ({ code }) => resolve(code));
});
const own = Number(process.argv[1]);
console.log(JSON.stringify({
  interfaces: Object.keys(networkInterfaces()),
  far: await reach('192.0.2.1', 443),
  outside: await reach('127.0.0.1', own),
}));
process.exit();
`;

test('only the loopback interface is reachable from the stage', async ({ skip }) => {
  const place = await stage();
  skip(!place.network.isClosed, 'the system does not allow it');
  const outside = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void outside.close());
  await new Promise((resolve) => outside.once('listening', resolve));
  const { port } = outside.address() as AddressInfo;
  const { stdout } = await place.run(process.execPath, ['--input-type=module', '-e', LOOK, String(port)]);
  expect(JSON.parse(stdout)).toEqual({
    interfaces: ['lo'],
    far: 'ENETUNREACH',
    outside: 'ECONNREFUSED',
  });
});
