import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { withBrowser } from './browser.js';

const browser = withBrowser();

/** An element that appears once a tab is fully rendered. */
const tabs = [
  ['machine', '.greenroom-machine .active'],
  ['timeline', 'text=refused: no permission'],
  ['timeline&at=5', 'text=Native payload'],
  ['machine&why=5', 'text=Native payload'],
  ['raw', 'text=turn.ended'],
] as const;

describe.each([
  ['light', 1600],
  ['dark', 360],
] as const)('the side pane, with the %s theme and %i pixels wide', (colorScheme, width) => {
  it('has no serious axe findings and no horizontal overflow', async (context) => {
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
