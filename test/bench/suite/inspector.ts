import { type Browser, chromium } from 'playwright-core';
import { findChromium, flags } from '../../browser/chromium.js';
import type { Bench } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { inTurns, timed } from '../measure.js';

const SHORT = 100;
const LAST_WORDS = 'the last words';

export const inspector: Bench = {
  name: 'inspector',
  about: 'opening a long session in the inspector, until its last message is visible; needs chromium',
  async run(ground, { rounds, inspector: count }) {
    const daemon = await BenchDaemon.start(ground);
    ground.say('writing the sessions');
    await write(daemon, 'long', count);
    await write(daemon, 'short', SHORT);
    const browser = await launch(ground);
    const open = (id: string) => timed(() => openSession(browser, daemon, id));
    await open('short');
    const { value, yardstick } = await inTurns(
      ground,
      rounds * 3,
      () => open('long'),
      () => open('short'),
    );
    return [
      {
        name: `open a session of ${count.toLocaleString('en')} events`,
        unit: 'ms',
        better: 'lower',
        value,
        yardstick: { what: `open a session of ${SHORT} events`, value: yardstick },
      },
    ];
  },
};

/** Turns of at most 1,000 events. */
async function write(daemon: BenchDaemon, id: string, events: number): Promise<void> {
  await daemon.create(id);
  for (let left = events; left > 0; left -= 1000) {
    await daemon.say(id, `burst ${Math.min(left, 1000)} 16`);
    await daemon.idle(id);
  }
  await daemon.say(id, `say ${LAST_WORDS}`);
  await daemon.idle(id);
}

async function launch(ground: Ground): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('chromium not found; set CHROMIUM_BIN');
  const browser = await chromium.launch({ executablePath, args: flags, headless: true });
  ground.onClear(() => browser.close());
  return browser;
}

/** In a new context, without anything cached. */
async function openSession(browser: Browser, { url }: BenchDaemon, id: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/ui/#/s/${id}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.locator('[data-role=assistant]', { hasText: LAST_WORDS }).waitFor();
  } finally {
    await context.close();
  }
}
