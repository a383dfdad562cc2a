import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { daemonProcess } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, info, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { allTexts, difference, overSse, overWebSocket } from './readers.js';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** File size limit of the daemon in blocks of 512 bytes; to the daemon it looks like a full disk. */
const MOST_BLOCKS = 12_000;

/** A daemon whose disk is nearly full. */
async function crampedDaemon(dataFolder: string) {
  const flags = ['server', '--port', '0', '--no-token', '--data', dataFolder];
  const child = execa('sh', ['-c', `ulimit -f ${MOST_BLOCKS}; exec node "$@"`, 'sh', main, ...flags], {
    reject: false,
    env: { GREENROOM_TOKEN: undefined },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening +(http:\S+)/.exec(line)?.[1];
    if (url) return { child, url };
  }
  throw new Error('the daemon did not start');
}

it('publishes nothing that a full disk rejected, reports it, and recovers once there is room', async () => {
  const sessionId = guardedSession('full');
  const dataFolder = await tempFolder();
  const { child, url } = await crampedDaemon(dataFolder);
  await fetch(`${url}/v1/sessions/${sessionId}`, {
    method: 'POST',
    body: JSON.stringify({ agent: 'mock', directory: dataFolder }),
  });
  const readings = [await overWebSocket({ url, sessionId }), await overSse({ url, sessionId })];
  await fetch(`${url}/v1/sessions/${sessionId}/messages`, {
    method: 'POST',
    body: JSON.stringify({ message: 'burst 300000 16 15000' }),
  });
  const { exitCode, stderr } = await child;
  expect(exitCode).toBe(1);
  expect(String(stderr)).toContain('the log cannot be written');
  for (const reading of readings) await reading.whenClosed();
  expect(readings[0]!.last).toBeGreaterThan(1000);

  const after = await daemonProcess({ dataFolder });
  expect(await processesOf(sessionId)).toEqual([]);
  const texts = await allTexts(after.daemon.url, sessionId);
  for (const reading of readings) {
    expect(difference(reading, texts)).toBeNull();
    expect(reading.last).toBeLessThan(texts.length);
  }
  const events = await soundEvents(after.daemon, sessionId);
  expect(events.at(-1)).toMatchObject({
    type: 'turn.ended',
    data: { metadata: { cause: 'daemon_restart' } },
  });
  expect(await info(after, sessionId)).toMatchObject({ status: 'idle' });
  expect(assistantTexts(await exchange(after.daemon, sessionId, 'count'))).toEqual(['2']);
});
