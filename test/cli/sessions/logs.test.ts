import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { UniversalEvent } from '../../../src/schema/index.js';
import { daemonProcess } from '../../support/program.js';
import { nth, turn } from '../../support/turns.js';
import { rig } from './rig.js';

it('prints one line per event, without deltas, and all of them as JSON', async () => {
  const { daemon, ok } = await rig();
  await daemon.create('s');
  await turn(daemon, 's', 'echo one\ntwo \u001b[31m');
  const events = await daemon.events('s');
  const lines = (await ok('logs', 's')).split('\n');
  const shown = events.filter(({ type }) => type !== 'item.delta');
  expect(lines.map((line) => Number(line.trim().split(' ')[0]))).toEqual(
    shown.map(({ sequence }) => sequence),
  );
  expect(lines[0]).toMatch(/^ {4}1 {2}\d\d:\d\d:\d\d {2}session.started +mock 1\.\d/);
  expect(lines.join('\n')).toContain('message user completed');
  expect(lines.at(-1)).toMatch(/turn.ended +completed, mock-1, \d+ tokens/);
  expect(lines.join('')).not.toContain('\u001b');
  const json = (await ok('logs', 's', '--json')).split('\n').map((line) => JSON.parse(line));
  expect(json).toEqual(events);
  for (const event of json) UniversalEvent.parse(event);
});

it('begins with the last events, after a sequence or at a time, and shows some types only', async () => {
  const { daemon, ok, error } = await rig();
  await daemon.create('s');
  await turn(daemon, 's', 'tool');
  await turn(daemon, 's', 'echo two');
  const events = await daemon.events('s');
  const sequences = async (...flags: string[]) => {
    const lines = (await ok('logs', 's', '--json', ...flags)).split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as UniversalEvent).sequence);
  };
  const of = (...types: string[]) =>
    events.filter(({ type }) => types.includes(type)).map(({ sequence }) => sequence);
  const all = events.map(({ sequence }) => sequence);
  expect(await sequences('-n', '3')).toEqual(all.slice(-3));
  expect(await sequences('-n', '0')).toEqual([]);
  expect(await sequences('-n', '999')).toEqual(all);
  expect(await sequences('--type', 'turn')).toEqual(of('turn.started', 'turn.ended'));
  expect(await sequences('--type', 'turn', '-n', '3')).toEqual(of('turn.started', 'turn.ended').slice(-3));
  expect(await sequences('--type', 'error,item.delta')).toEqual(of('error', 'item.delta'));
  expect(await sequences('--since', '5')).toEqual(all.slice(5));
  expect(await sequences('--since', '1h')).toEqual(all);
  expect(await sequences('--since', '2020-01-01')).toEqual(all);
  const { time } = events[10]!;
  expect(await sequences('--since', time)).toEqual(
    events.filter((event) => event.time >= time).map(({ sequence }) => sequence),
  );
  expect(await sequences('--since', '9999')).toEqual([]);
  expect(await error(2, 'logs', 's', '--type', 'wish')).toContain('session.started');
  expect(await error(2, 'logs', 's', '--since', 'soon')).toContain('15m');
  expect(await error(2, 'logs', 's', '-n', '-1')).toContain('whole number');
});

it('prints native payloads on request', async () => {
  const { daemon, ok } = await rig();
  await daemon.create('s');
  await turn(daemon, 's', 'echo hello');
  const events = await daemon.events('s', 'include_raw=true');
  const json = (await ok('logs', 's', '--json', '--raw')).split('\n').map((line) => JSON.parse(line));
  expect(json).toEqual(events);
  const [, payload] = (await ok('logs', 's', '--raw', '--type', 'turn.ended')).split('\n');
  expect(JSON.parse(payload!)).toEqual(events.at(-1)!.raw);
});

it('follows a session until it has ended', async () => {
  const { daemon, run } = await rig();
  await daemon.create('s');
  const following = run(['logs', 's', '-f', '--json', '-n', '1']);
  const lines = createInterface({ input: following.stdout })[Symbol.asyncIterator]();
  // It follows: what happens from now on is printed.
  await lines.next();
  await turn(daemon, 's', 'echo hello');
  await daemon.call('POST', '/v1/sessions/s/terminate');
  const { stdout, exitCode } = await following;
  const events = await daemon.events('s');
  expect(stdout.split('\n').map((line) => JSON.parse(line))).toEqual(
    events.slice(events.length - stdout.split('\n').length),
  );
  expect(JSON.parse(stdout.split('\n').at(-1)!).type).toBe('session.ended');
  expect(exitCode).toBe(0);
});

it('follows across a kill and a restart of the daemon, with every event once', async () => {
  const first = await rig();
  const { port } = new URL(first.daemon.url);
  await first.daemon.create('s');
  const following = first.run(['logs', 's', '-f', '--json']);
  const lines = createInterface({ input: following.stdout })[Symbol.asyncIterator]();
  const until = async (isWanted: (event: UniversalEvent) => boolean) => {
    for (;;) {
      const { value } = await lines.next();
      if (isWanted(JSON.parse(value))) return;
    }
  };
  await turn(first.daemon, 's', 'echo before');
  await until(({ type }) => type === 'turn.ended');
  first.child.kill('SIGKILL');
  await first.child;

  const { daemon } = await daemonProcess({ dataFolder: first.dataFolder, args: ['--port', port] });
  await turn(daemon, 's', 'echo after');
  await until(({ type, data }) => type === 'turn.ended' && data.metadata.outcome === 'completed');
  await daemon.call('POST', '/v1/sessions/s/terminate');
  const { stdout, stderr, exitCode } = await following;
  expect(stdout.split('\n').map((line) => JSON.parse(line))).toEqual(await daemon.events('s'));
  expect(stderr).toContain('waiting for the daemon');
  expect(stderr).toContain('connected again');
  expect(exitCode).toBe(0);
});

it('stops following with an error when its token is revoked', async () => {
  const { daemon, run, ok } = await rig({ token: 'a-token-of-our-own' });
  await daemon.create('s');
  const reader = await ok('token', 'create', 'reader', '--scopes', 'read');
  const following = run(['logs', 's', '-f'], { GREENROOM_TOKEN: reader });
  await createInterface({ input: following.stdout })[Symbol.asyncIterator]().next();
  await ok('token', 'revoke', 'reader');
  const { exitCode, stderr } = await following;
  expect(exitCode, stderr).toBe(4);
});

it('says which session it cannot find', async () => {
  const { daemon, error } = await rig();
  await daemon.create('build');
  await nth(daemon, 'build', 'session.started');
  expect(await error(5, 'logs', 'biuld')).toBe('there is no session biuld; did you mean build?');
});
