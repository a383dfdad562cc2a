import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess } from '../support/program.js';
import { expectRoundTrip, replayed } from '../support/round-trip.js';
import { tempFolder } from '../support/temp-folder.js';
import { nth, turn } from '../support/turns.js';

describe('a recording of the mock agent', () => {
  it.each([
    'echo hi',
    'markdown',
    'subagent',
    'burst 500',
    'tool',
    'error',
    'unparsed',
    'junk 100',
    'open 3',
    'todo',
    'reason',
    'echo a a a',
  ])('replays to the same events: %s', async (message) => {
    const daemon = await testDaemon();
    await daemon.create('s', { onAgentExit: 'resume' });
    await turn(daemon, 's', message);
    await turn(daemon, 's', 'echo again');
    const { lines } = await expectRoundTrip(daemon.url, 's');
    const recorded = lines.flatMap((line) => ('out' in line ? [line.out] : []));
    expect(recorded).toEqual(await daemon.events('s'));
  });

  it('has the whole of messages that are longer than an event', async () => {
    const daemon = await testDaemon();
    await daemon.create('s');
    for (let again = 0; again < 2; again++) await turn(daemon, 's', 'line 3000000');
    const { lines } = await expectRoundTrip(daemon.url, 's');
    const lengths = lines.flatMap((line) =>
      'in' in line && line.in.type === 'payload' ? [line.in.text.length] : [],
    );
    expect(lengths.filter((length) => length === 3_000_000)).toHaveLength(2);
  });

  it('has replies, settings, interrupts and the end of a session', async () => {
    const daemon = await testDaemon();
    await daemon.create('s');
    await daemon.call('POST', '/v1/sessions/s/messages/stream', { message: 'permission' }).catch(() => {});
    const requests = () =>
      daemon.call<{ permissions: { permission_id: string }[] }>('GET', '/v1/sessions/s/requests');
    const { permissions } = await requests();
    await daemon.call('POST', `/v1/sessions/s/permissions/${permissions[0]!.permission_id}/reply`, {
      reply: 'once',
    });
    await daemon.call('PATCH', '/v1/sessions/s', { title: 'renamed', permissionMode: 'plan' });
    await daemon.say('s', 'echo queued');
    await daemon.call('POST', '/v1/sessions/s/interrupt');
    await daemon.call('POST', '/v1/sessions/s/terminate');
    const { lines } = await expectRoundTrip(daemon.url, 's');
    const inputs = lines.flatMap((line) =>
      'in' in line && line.in.type === 'input' ? [line.in.input.type] : [],
    );
    expect(inputs).toEqual(
      expect.arrayContaining([
        'command.send',
        'command.reply',
        'command.configure',
        'command.interrupt',
        'command.terminate',
        'agent.exited',
      ]),
    );
  });

  it('goes on after a restart of the daemon, also a killed one', async () => {
    const first = await daemonProcess();
    await first.daemon.create('s', { onAgentExit: 'resume' });
    await turn(first.daemon, 's', 'echo one');
    first.child.kill('SIGKILL');
    await first.child;
    const second = await daemonProcess({ dataFolder: first.dataFolder });
    await turn(second.daemon, 's', 'echo two');
    const { lines } = await expectRoundTrip(second.daemon.url, 's', {
      authorization: `Bearer ${second.daemon.token}`,
    });
    const processes = lines.filter((line) => 'in' in line && line.in.type === 'process');
    expect(processes).toHaveLength(2);
  });

  it('has no secret of the session, and still replays', async () => {
    const daemon = await testDaemon();
    const secret = 'hunter2-"quoted"\\';
    await daemon.create('s', { env: { KEY: secret } });
    await turn(daemon, 's', `echo it is ${secret} and sk-ant-0123456789abcdefgh`);
    const text = await (await daemon.fetch('GET', '/v1/sessions/s/recording')).text();
    for (const part of ['hunter2', 'sk-ant']) expect(text).not.toContain(part);
    expect(text).toContain('it is ****');
    await expectRoundTrip(daemon.url, 's');
  });

  it('has what the daemon asked about the folder', async () => {
    const [daemon, directory] = [await testDaemon(), await tempFolder()];
    await mkdir(join(directory, '.mock'));
    await writeFile(join(directory, '.mock', 'settings.json'), '{"greeting": "hi"}');
    await daemon.create('s', { directory });
    const { data } = await nth(daemon, 's', 'permission.requested');
    const reply = { reply: 'once' };
    await daemon.call('POST', `/v1/sessions/s/permissions/${data.permission_id}/reply`, reply);
    await turn(daemon, 's', 'echo trusted');
    await daemon.create('told', { directory, trust: 'never' });
    await turn(daemon, 'told', 'echo not trusted');
    const types = async (id: string) =>
      (await expectRoundTrip(daemon.url, id)).lines.flatMap((line) =>
        'in' in line && line.in.type === 'input' ? [line.in.input.type] : [],
      );
    expect(await types('s')).toEqual(expect.arrayContaining(['draft.permission.requested', 'command.reply']));
    expect(await types('told')).toContain('draft.item.completed');
  });

  it('tells a change of the translation', async () => {
    const daemon = await testDaemon();
    await daemon.create('s');
    await turn(daemon, 's', 'echo hi');
    const recording = await expectRoundTrip(daemon.url, 's');
    const changed = structuredClone(recording);
    for (const line of changed.lines)
      if ('in' in line && line.in.type === 'payload')
        line.in.text = line.in.text.replaceAll('"type":', '"kind":');
    const { made, recorded } = replayed(changed);
    expect(made).not.toEqual(recorded);
    expect(made.some(({ type }) => type === 'agent.unparsed')).toBe(true);
  });

  it('of an unknown session does not exist', async () => {
    const daemon = await testDaemon();
    expect((await daemon.fetch('GET', '/v1/sessions/nobody/recording')).status).toBe(404);
  });
});
