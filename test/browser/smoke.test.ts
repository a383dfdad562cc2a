import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, withBrowser } from './browser.js';

const browser = withBrowser();

describe('the inspector in a browser', () => {
  it('takes the token from the address, creates a session, and shows the streamed answer', async (context) => {
    const daemon = await testDaemon({ token: 's3cret' });
    const visit = await browser.visit(context, daemon, { reducedMotion: 'no-preference' });
    const { page } = visit;
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(page.url()).not.toContain('s3cret');

    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('radio', { name: /mock/ }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('prompt');
    await page.getByRole('radio', { name: /mock/ }).check();
    await page.getByLabel('Title').fill('A first try');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: /A first try/ }).waitFor();

    await page.getByLabel('Message', { exact: true }).fill('hello');
    await page.keyboard.press('Enter');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.locator('[data-role=user]', { hasText: 'hello' }).waitFor();
    await messages.locator('[data-role=assistant]', { hasText: 'hello' }).waitFor();
    await messages.getByText(/^Completed/).waitFor();

    await page.reload();
    await messages.locator('[data-role=assistant]', { hasText: 'hello' }).waitFor();
    expectNoErrors(visit);
  });

  it('asks for a token if the given one is wrong', async (context) => {
    const daemon = await testDaemon({ token: 's3cret' });
    const { page } = await browser.visit(context, daemon, { path: '#token=wrong' });
    await page.getByRole('heading', { name: 'Token required' }).waitFor();
    await page.getByLabel('Token').fill('s3cret');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  it('needs no token if the daemon requires none, on a phone-sized page', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'Narrow' });
    const visit = await browser.visit(context, daemon, { viewport: { width: 360, height: 640 } });
    const { page } = visit;
    await page.getByRole('link', { name: /Narrow/ }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByText('session.started').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expectNoErrors(visit);
  });
});
