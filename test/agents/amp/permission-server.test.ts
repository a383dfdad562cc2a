import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { PermissionServer } from '../../../src/agents/amp/permission-server.js';
import { tempFolder } from '../../support/temp-folder.js';

type Asked = { request: string; tool: string; input: unknown };

/** A permission server and its helper program. */
async function openServer() {
  const folder = await tempFolder();
  const asked: Asked[] = [];
  const gone: string[] = [];
  let wake = () => {};
  const server = new PermissionServer({
    socket: join(folder, 'permission'),
    onAsk: (request, use) => {
      asked.push({ request, ...use });
      wake();
    },
    onGone: (request) => {
      gone.push(request);
      wake();
    },
  });
  await server.open();
  onTestFinished(() => server.close());
  const program = join(folder, 'ask');
  await server.writeProgram(program);
  return {
    server,
    folder,
    program,
    asked,
    gone,
    /** Runs the program as Amp does. */
    ask: (tool: string, input: string) =>
      execa(program, { env: { AGENT: 'amp', AGENT_TOOL_NAME: tool }, input, reject: false }),
    async until(condition: () => boolean) {
      while (!condition()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

test('the helper exits with 0 and no output if allowed', async () => {
  const { server, ask, asked, until } = await openServer();
  const helper = ask('Bash', '{"cmd":"ls"}');
  await until(() => asked.length === 1);
  expect(asked[0]).toMatchObject({ tool: 'Bash', input: { cmd: 'ls' } });
  server.reply(asked[0]!.request, true);
  expect(await helper).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
});

test('the helper exits with 2 and the reason if refused', async () => {
  const { server, ask, asked, until } = await openServer();
  const helper = ask('Bash', 'not JSON');
  await until(() => asked.length === 1);
  expect(asked[0]).toMatchObject({ input: 'not JSON' });
  server.reply(asked[0]!.request, false, "No, it's “late”.\nReally.");
  expect(await helper).toMatchObject({ exitCode: 2, stderr: "No, it's “late”.\nReally." });
});

test('the helper passes an input of several megabytes', async () => {
  const { server, ask, asked, until } = await openServer();
  const content = 'ü'.repeat(3_000_000);
  const helper = ask('create_file', JSON.stringify({ content }));
  await until(() => asked.length === 1);
  expect(asked[0]!.input).toEqual({ content });
  server.reply(asked[0]!.request, true);
  expect((await helper).exitCode).toBe(0);
});

test('withdraws the request of a helper that was killed', async () => {
  const { server, ask, asked, gone, until } = await openServer();
  const helper = ask('Bash', '{}');
  await until(() => asked.length === 1);
  const { request } = asked[0]!;
  expect(server.isPending(request)).toBe(true);
  helper.kill('SIGKILL');
  await until(() => gone.length === 1);
  expect(gone).toEqual([request]);
  expect(server.isPending(request)).toBe(false);
  server.reply(request, true);
  await helper;
});

test('the helper refuses if the server is closed', async () => {
  const { server, ask, asked, until } = await openServer();
  const waiting = ask('Bash', '{}');
  await until(() => asked.length === 1);
  await server.close();
  expect(await waiting).toMatchObject({ exitCode: 2, stderr: 'Greenroom did not reply.' });
  expect(await ask('Bash', '{}')).toMatchObject({ exitCode: 2 });
});

test.each(['nonsense\n', '{}\n', '{"key":"wrong","tool":"Bash","input":{}}\n'])(
  'disconnects a client without the key: %j',
  async (line) => {
    const { folder, asked } = await openServer();
    const socket = connect(join(folder, 'permission'));
    socket.write(line);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(asked).toEqual([]);
  },
);

test('only the user can read the script with the key', async () => {
  const { program } = await openServer();
  expect((await stat(program)).mode & 0o777).toBe(0o700);
});
