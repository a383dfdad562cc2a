import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../src/schema/index.js';
import { commandOutput } from '../isolation/command-output.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { daemonProcess } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { nth, turn } from '../support/turns.js';

const SECRET = 'v-9c4e1d77';

async function keyFile(): Promise<string> {
  const file = join(await tempFolder(), 'key');
  await writeFile(file, randomBytes(32), { mode: 0o600 });
  return file;
}

/** The files of a folder that contain a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, index) => found[index]);
}

/** What the session's agent has in its environment. */
async function variableOf(daemon: TestDaemon, id: string, variable: string): Promise<string> {
  // In capitals, so that the value itself is not part of the conversation.
  return commandOutput(await turn(daemon, id, `shell printenv ${variable} | tr a-z A-Z`)).trim();
}

describe.each([
  ['with a key', true],
  ['without a key', false],
])('a secret, %s,', (_, hasKey) => {
  it('reaches the agent, and is in no file, also of a daemon that is killed', async () => {
    const file = await keyFile();
    const args = hasKey ? ['--secret-key-file', file] : [];
    const { child, daemon, dataFolder } = await daemonProcess({ args });
    await daemon.create('one', { env: { KEY: SECRET } });
    expect(await variableOf(daemon, 'one', 'KEY')).toBe(SECRET.toUpperCase());
    await daemon.call('PATCH', '/v1/sessions/one', { env: { SECOND: `${SECRET}-2` } });
    expect(await variableOf(daemon, 'one', 'SECOND')).toBe(`${SECRET}-2`.toUpperCase());
    // The values of others stay.
    expect(await variableOf(daemon, 'one', 'KEY')).toBe(SECRET.toUpperCase());
    expect(await filesWith(dataFolder, SECRET)).toEqual([]);
    child.kill('SIGKILL');
    await child;
    expect(await filesWith(dataFolder, SECRET)).toEqual([]);

    const { daemon: later } = await daemonProcess({ args, dataFolder });
    if (hasKey) expect(await variableOf(later, 'one', 'SECOND')).toBe(`${SECRET}-2`.toUpperCase());
    else expect((await later.call<SessionInfo>('GET', '/v1/sessions/one')).missingSecrets).toHaveLength(2);
  });
});

describe('a session that lacks secrets after a restart', () => {
  async function restarted() {
    const first = await testDaemon();
    await first.create('one', { env: { KEY: SECRET, OTHER: 'other' } });
    await turn(first, 'one', 'echo before');
    await first.stop();
    return testDaemon({ dataFolder: first.dataFolder });
  }

  it('can be read, says what it lacks, and refuses messages with the names of it', async () => {
    const daemon = await restarted();
    const info = await daemon.call<SessionInfo>('GET', '/v1/sessions/one');
    expect(info).toMatchObject({ status: 'idle', missingSecrets: ['env.KEY', 'env.OTHER'] });
    expect(assistantTexts(await daemon.events('one'))).toEqual(['before']);
    const before = await daemon.events('one');
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages', { message: 'echo hi' });
    const problem = await expectProblem(response, 'agent_unavailable');
    expect(problem).toMatchObject({
      missing: ['env.KEY', 'env.OTHER'],
      detail: expect.stringMatching(/env\.KEY, env\.OTHER; send them with PATCH \/v1\/sessions\/one$/),
    });
    expect(await daemon.events('one')).toEqual(before);
  });

  it('gets the same error over WebSocket', async () => {
    const client = await (await restarted()).connect();
    await expect(client.call('session/send', { sessionId: 'one', message: 'hi' })).rejects.toMatchObject({
      data: { missing: ['env.KEY', 'env.OTHER'] },
    });
  });

  it('goes on once all of it was sent', async () => {
    const daemon = await restarted();
    const patch = (env: object) => daemon.call<SessionInfo>('PATCH', '/v1/sessions/one', { env });
    expect(await patch({ KEY: 'v-new' })).toMatchObject({ missingSecrets: ['env.OTHER'] });
    expect(await patch({ OTHER: null })).not.toHaveProperty('missingSecrets');
    expect(await variableOf(daemon, 'one', 'KEY')).toBe('V-NEW');
  });

  it('keeps queued messages until then, and says why in an event', async () => {
    const before = await daemonProcess();
    await before.daemon.create('one', { env: { KEY: SECRET } });
    await before.daemon.say('one', 'sleep 600000');
    await before.daemon.say('one', 'shell printenv KEY | tr a-z A-Z');
    before.child.kill('SIGTERM');
    await before.child;
    const { daemon } = await daemonProcess({ dataFolder: before.dataFolder });
    const error = (await daemon.events('one')).findLast(({ type }) => type === 'error');
    expect(error?.data).toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringContaining('env.KEY'),
    });
    expect(await daemon.call('GET', '/v1/sessions/one/queue')).toMatchObject({ entries: [{}] });
    await daemon.call('PATCH', '/v1/sessions/one', { env: { KEY: SECRET } });
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(commandOutput(await daemon.events('one'))).toContain(SECRET.toUpperCase());
  });
});

describe("a reference to the daemon's environment", () => {
  it('is read at each start, and needs nobody after a restart', async () => {
    const first = await daemonProcess({ env: { OUTER: 'outer-1' } });
    await first.daemon.create('one', { env: { KEY: { fromEnv: 'OUTER' } } });
    expect(await variableOf(first.daemon, 'one', 'KEY')).toBe('OUTER-1');
    first.child.kill('SIGKILL');
    await first.child;
    const second = await daemonProcess({ dataFolder: first.dataFolder, env: { OUTER: 'outer-2' } });
    expect(await variableOf(second.daemon, 'one', 'KEY')).toBe('OUTER-2');
  });

  it('to nothing is refused', async () => {
    const daemon = await testDaemon();
    const body = { agent: 'mock', env: { KEY: { fromEnv: 'NOWHERE' } } };
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/one', body),
      'invalid_request',
    );
    expect(problem.detail).toContain("NOWHERE, which is not set in the daemon's environment");
  });
});

describe('a change of the environment', () => {
  it('is refused as a whole if a part of it cannot be used', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { env: { KEY: 'before' } });
    const change = { env: { KEY: 'after', 'A=B': 'x' }, title: 'New' };
    await expectProblem(await daemon.fetch('PATCH', '/v1/sessions/one', change), 'invalid_request');
    expect(await variableOf(daemon, 'one', 'KEY')).toBe('BEFORE');
    expect(await daemon.call('GET', '/v1/sessions/one')).not.toMatchObject({ title: 'New' });
  });

  it('is refused for a session that has ended', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(
      await daemon.fetch('PATCH', '/v1/sessions/one', { env: { KEY: 'x' } }),
      'session_ended',
    );
  });

  it('waits for the end of the turn', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    await daemon.call('PATCH', '/v1/sessions/one', { env: { KEY: 'late' } });
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ status: 'running' });
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended');
    expect(await variableOf(daemon, 'one', 'KEY')).toBe('LATE');
  });
});
