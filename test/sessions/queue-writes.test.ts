import { expect, it } from 'vitest';
import { openLog, type Write } from '../../src/log/index.js';
import { testDaemon } from '../support/daemon.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';

const MB = 1_000_000;

/** The length of everything that the log stores of a write. */
function storedChars({ batch, record, checkpoint, queueChanges }: Write): number {
  const { states, ...events } = batch ?? {};
  return JSON.stringify([events, record, checkpoint, queueChanges]).length;
}

it('short messages do not write the long ones again that wait before them', async () => {
  let written = 0;
  const daemon = await testDaemon({
    log: async (options) => {
      const log = await openLog(options);
      const append = log.append.bind(log);
      log.append = (sessionId, after, write) => {
        written += storedChars(write);
        return append(sessionId, after, write);
      };
      return log;
    },
  });
  await daemon.create('one');
  await daemon.say('one', 'sleep 600000');
  for (let n = 0; n < 6; n++)
    await daemon.say('one', `echo ${'x'.repeat(2 * MB)}`, { messageId: `long ${n}` });
  expect(written).toBeGreaterThan(12 * MB);

  written = 0;
  for (let n = 0; n < 10; n++) await daemon.say('one', `echo ${n}`, { messageId: `short ${n}` });
  expect(written).toBeLessThan(100_000);
  expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ queued: 16 });

  await daemon.call('POST', '/v1/sessions/one/interrupt');
  await nth(daemon, 'one', 'turn.ended', 17);
  const events = await daemon.events('one');
  const short = Array.from({ length: 10 }, (_, n) => String(n));
  expect(userTexts(events).slice(-10)).toEqual(short.map((text) => `echo ${text}`));
  expect(assistantTexts(events).slice(-10)).toEqual(short);
});
