import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

const HOSTILE = `say <script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">

[one](javascript:window.hacked=3) [two](JaVaScRiPt:alert(1)) [three](data:text/html,hi) [four](vbscript:x)
[five](//evil.example/x) [six](#/s/other) <javascript:alert(2)>

![picture](https://evil.example/spy.png) ![local](/v1/sessions) ![data](data:image/svg+xml,<svg onload=alert(1)>)

<iframe src="https://evil.example"></iframe> <a href="https://evil.example" onclick="window.hacked=4">raw</a>

\`\`\`js" onmouseover="window.hacked=5
<b>code</b>
\`\`\`

- [ ] a box
- [x] another

[good](https://good.example/page) <mailto:somebody@good.example>

The last line.`;

describe('hostile output of an agent', () => {
  it('runs no script, loads nothing, and links only to the web', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.daemon.say('one', HOSTILE);
    const answer = chat.answer('The last line.');
    await answer.getByRole('link', { name: 'good', exact: true }).waitFor();

    const links = await answer
      .getByRole('link')
      .evaluateAll((found) => found.map((each) => each.getAttribute('href')));
    expect(links).toEqual([
      'https://evil.example/spy.png',
      'https://good.example/page',
      'mailto:somebody@good.example',
    ]);
    expect(await answer.locator('script, iframe, img, svg[onload], [onclick], [onerror]').count()).toBe(0);
    expect(await answer.textContent()).toContain('<script>window.hacked = 1</script>');
    expect(await chat.page.evaluate('window.hacked')).toBeUndefined();
    // No request left the daemon, and the content security policy never had to intervene.
    expectNoErrors(chat.visit);
  });

  it('is shown as text in tool output', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say(
      String.raw`shell printf '<img src=x onerror=alert(1)>\033]8;;javascript:alert(1)\033\\x\033[2J\033[999Hend'`,
    );
    const output = chat.tool('shell').getByRole('region', { name: 'Output' });
    await output.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await output.locator('a, img').count()).toBe(0);
    expectNoErrors(chat.visit);
  });

  it('does not block the page with pathological markdown', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    const quotes = '>'.repeat(20_000);
    await chat.daemon.say('one', `say ${quotes} the end`);
    await chat.answer('the end').waitFor();
    await chat.say('still there');
    await chat.answer('still there').waitFor();
    expectNoErrors(chat.visit);
  });
});
