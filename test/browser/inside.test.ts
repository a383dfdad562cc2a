import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { withBrowser } from './browser.js';

const browser = withBrowser();

/** What is there once a tab has all that it shows. */
const tabs = [
  ['machine', '.greenroom-machine .active'],
  ['timeline', 'text=refused: no permission'],
  ['timeline&at=5', 'text=Raw payload'],
  ['raw', 'text=turn.ended'],
] as const;

describe.each([
  ['light', 1600],
  ['dark', 360],
] as const)('inside a session, in %s colours and %i pixels wide', (colorScheme, width) => {
  it('axe finds nothing serious, and nothing is wider than the page', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'error');
    await turn(daemon, 'one', 'tool');
    await daemon.fetch('POST', '/v1/sessions/one/permissions/none/reply', { reply: 'once' });
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    for (const [view, shown] of tabs) {
      const { page } = await browser.visit(context, daemon, {
        path: `#/s/one?view=${view}`,
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
      });
      await page.locator(shown).first().waitFor();
      expect([view, await axeFindings(page, 'aside')]).toEqual([view, []]);
      expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, width]);
    }
  });
});
