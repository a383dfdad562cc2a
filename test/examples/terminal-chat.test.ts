import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { runExample } from './example.js';

const start = (daemon: Awaited<ReturnType<typeof testDaemon>>) =>
  runExample('node', ['terminal-chat.js', 'mock', 'chat'], daemon);

describe('examples/terminal-chat.js', () => {
  it('shows text, tools and their results', async () => {
    const chat = await start(await testDaemon({ token: 's3cret' }));
    await chat.printed('> ');
    chat.type('echo streamed text');
    await chat.printed('streamed text');
    await chat.printed('> ');
    chat.type('shell echo from the shell');
    await chat.printed('● shell {"command":"echo from the shell"}');
    await chat.printed('from the shell');
    await chat.printed('> ');
    chat.child.stdin.end();
    expect((await chat.child).exitCode).toBe(0);
  });

  it('asks for permissions and sends replies', async () => {
    const chat = await start(await testDaemon());
    await chat.printed('> ');
    chat.type('permission');
    await chat.printed('? command_execution: echo mock');
    await chat.printed('(n)o: ');
    chat.type('y');
    await chat.printed('mock\n');
    await chat.printed('(n)o: ');
    chat.type('n');
    await chat.printed('Denied by the user');
    await chat.printed('> ');
  });

  it('asks questions, one or several at once', async () => {
    const chat = await start(await testDaemon());
    await chat.printed('> ');
    chat.type('question');
    await chat.printed('? Choose a color (1 Red, 2 Blue): ');
    chat.type('2');
    await chat.printed('You chose Blue.');
    await chat.printed('? Choose a size (1 Small, 2 Large): ');
    chat.type('1');
    await chat.printed('several with commas): ');
    chat.type('1,3');
    await chat.printed('You chose Small; Cheese, Basil.');
  });

  it('withdraws a question that another client has answered', async () => {
    const daemon = await testDaemon();
    const chat = await start(daemon);
    await chat.printed('> ');
    chat.type('List files in the current directory using available tools.');
    await chat.printed('(n)o: ');
    const { permissions } = await daemon.call<{ permissions: { permission_id: string }[] }>(
      'GET',
      '/v1/sessions/chat/requests',
    );
    const id = permissions[0]!.permission_id;
    await daemon.call('POST', `/v1/sessions/chat/permissions/${id}/reply`, { reply: 'reject' });
    await chat.printed('Denied by the user');
    await chat.printed('> ');
    chat.type('echo and so it goes on');
    await chat.printed('and so it goes on');
  });

  it('interrupts a running turn on Ctrl-C, and quits on the next', async () => {
    const chat = await start(await testDaemon());
    await chat.printed('> ');
    chat.type('burst 100000 16 50');
    await chat.printed('1:..');
    chat.child.kill('SIGINT');
    await chat.printed('[interrupted]');
    await chat.printed('> ');
    chat.child.kill('SIGINT');
    expect((await chat.child).exitCode).toBe(0);
  });

  it('shows why it was refused', async () => {
    const { url } = await testDaemon({ token: 's3cret' });
    const chat = await runExample('node', ['terminal-chat.js'], { url, token: 'wrong' });
    await chat.printed('[refused: the token is wrong, or was revoked]');
    await chat.child;
  });
});
