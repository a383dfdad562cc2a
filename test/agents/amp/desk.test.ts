import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { PermissionDesk } from '../../../src/agents/amp/desk.js';
import { tempFolder } from '../../support/temp-folder.js';

type Asked = { request: string; tool: string; input: unknown };

/** A desk, and the program that asks there. */
async function openDesk() {
  const folder = await tempFolder();
  const asked: Asked[] = [];
  const gone: string[] = [];
  let wake = () => {};
  const desk = new PermissionDesk({
    socket: join(folder, 'desk'),
    onAsk: (request, use) => {
      asked.push({ request, ...use });
      wake();
    },
    onGone: (request) => {
      gone.push(request);
      wake();
    },
  });
  await desk.open();
  onTestFinished(() => desk.close());
  const program = join(folder, 'ask');
  await desk.writeProgram(program);
  return {
    desk,
    folder,
    program,
    asked,
    gone,
    /** Starts the program as Amp does. */
    ask: (tool: string, input: string) =>
      execa(program, { env: { AGENT: 'amp', AGENT_TOOL_NAME: tool }, input, reject: false }),
    async until(isSo: () => boolean) {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

test('who is allowed leaves with 0, and without a word', async () => {
  const { desk, ask, asked, until } = await openDesk();
  const helper = ask('Bash', '{"cmd":"ls"}');
  await until(() => asked.length === 1);
  expect(asked[0]).toMatchObject({ tool: 'Bash', input: { cmd: 'ls' } });
  desk.answer(asked[0]!.request, true);
  expect(await helper).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
});

test('who is refused leaves with 2, and says why', async () => {
  const { desk, ask, asked, until } = await openDesk();
  const helper = ask('Bash', 'not JSON');
  await until(() => asked.length === 1);
  expect(asked[0]).toMatchObject({ input: 'not JSON' });
  desk.answer(asked[0]!.request, false, "No, it's “late”.\nReally.");
  expect(await helper).toMatchObject({ exitCode: 2, stderr: "No, it's “late”.\nReally." });
});

test('an input of some megabytes is no matter', async () => {
  const { desk, ask, asked, until } = await openDesk();
  const content = 'ü'.repeat(3_000_000);
  const helper = ask('create_file', JSON.stringify({ content }));
  await until(() => asked.length === 1);
  expect(asked[0]!.input).toEqual({ content });
  desk.answer(asked[0]!.request, true);
  expect((await helper).exitCode).toBe(0);
});

test('who goes away is not asked for any more', async () => {
  const { desk, ask, asked, gone, until } = await openDesk();
  const helper = ask('Bash', '{}');
  await until(() => asked.length === 1);
  const { request } = asked[0]!;
  expect(desk.waits(request)).toBe(true);
  helper.kill('SIGKILL');
  await until(() => gone.length === 1);
  expect(gone).toEqual([request]);
  expect(desk.waits(request)).toBe(false);
  desk.answer(request, true);
  await helper;
});

test('where nobody is at the desk any more, that is a refusal', async () => {
  const { desk, ask, asked, until } = await openDesk();
  const waiting = ask('Bash', '{}');
  await until(() => asked.length === 1);
  await desk.close();
  expect(await waiting).toMatchObject({ exitCode: 2, stderr: 'Greenroom has no answer.' });
  expect(await ask('Bash', '{}')).toMatchObject({ exitCode: 2 });
});

test.each(['nonsense\n', '{}\n', '{"key":"wrong","tool":"Bash","input":{}}\n'])(
  'who has not the key is not heard: %j',
  async (line) => {
    const { folder, asked } = await openDesk();
    const socket = connect(join(folder, 'desk'));
    socket.write(line);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(asked).toEqual([]);
  },
);

test('the program with the key is for nobody else', async () => {
  const { program } = await openDesk();
  expect((await stat(program)).mode & 0o777).toBe(0o700);
});
