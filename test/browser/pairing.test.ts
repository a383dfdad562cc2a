import { describe, expect, it } from 'vitest';
import type { CreatedToken, Pairing, TokenInfo } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { eventsUntil } from '../support/turns.js';
import { expectNoErrors, withBrowser } from './browser.js';

const browser = withBrowser();
const OWNER = 'the-owners-token';

const fragment = (url: string) => url.slice(url.indexOf('#'));
const pair = (daemon: TestDaemon, body: object = {}) => daemon.call<Pairing>('POST', '/v1/pairings', body);

describe('a pairing link', () => {
  it('signs a browser in for all tabs, and for the next daemon', async (context) => {
    const dataFolder = await tempFolder();
    const first = await testDaemon({ token: OWNER, dataFolder });
    const visit = await browser.visit(context, first, { path: fragment(first.daemon.pair()!) });
    const { page } = visit;
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(page.url()).not.toContain('pair');
    const tab = await page.context().newPage();
    await tab.goto(`${first.url}/ui/`);
    await tab.getByText('Connected', { exact: true }).waitFor();
    expectNoErrors(visit);
    const { tokens } = await first.call<{ tokens: TokenInfo[] }>('GET', '/v1/tokens');
    expect(tokens.map(({ name }) => name)).toEqual(['Chrome on Linux']);

    const { port } = first.daemon;
    await first.stop();
    await testDaemon({ token: 'another-token-now', dataFolder, port });
    await tab.reload();
    await tab.getByText('Connected', { exact: true }).waitFor();
  });

  it('says that it was used before, and what to do', async (context) => {
    const daemon = await testDaemon({ token: OWNER });
    const { url } = await pair(daemon);
    await browser
      .visit(context, daemon, { path: fragment(url) })
      .then(({ page }) => page.getByText('Connected', { exact: true }).waitFor());
    const { page } = await browser.visit(context, daemon, { path: fragment(url) });
    await page.getByRole('heading', { name: 'Token required' }).waitFor();
    await page.getByText(/was used before: each works once; get another one with: greenroom pair/).waitFor();
  });
});

describe('a page that may only read', () => {
  it('shows a request and who answered it, and offers nothing that it may not do', async (context) => {
    const daemon = await testDaemon({ token: OWNER });
    await daemon.create('one', { title: 'Shared' });
    await daemon.say('one', 'permission');
    const { url } = await pair(daemon, { name: 'phone', scopes: ['read'] });
    const visit = await browser.visit(context, daemon, { path: fragment(url) });
    const { page } = visit;
    await page.getByText('phone: read').waitFor();
    expect(await page.getByRole('button', { name: 'New session' }).first().isDisabled()).toBe(true);
    const remove = page.getByRole('button', { name: 'Delete Shared' });
    expect(await remove.isDisabled()).toBe(true);
    expect(await remove.getAttribute('title')).toContain('its token “phone” has no scope admin');
    await page.getByRole('link', { name: /Shared/ }).click();
    await page
      .getByText('This page may not answer requests: its token “phone” has no scope approve')
      .waitFor();
    expect(await page.getByRole('button', { name: /Allow once/ }).isDisabled()).toBe(true);
    await page.getByText(/This page may not send messages/).waitFor();
    expect(await page.getByRole('button', { name: 'Terminate session' }).count()).toBe(0);

    const { token } = await daemon.call<CreatedToken>('POST', '/v1/tokens', {
      name: 'operator',
      scopes: ['approve'],
    });
    const asked = await eventsUntil(daemon, 'one', ({ type }) => type === 'permission.requested');
    const { permission_id: id } = asked.at(-1)!.data as { permission_id: string };
    await daemon.fetch(
      'POST',
      `/v1/sessions/one/permissions/${id}/reply`,
      { reply: 'once' },
      { authorization: `Bearer ${token}` },
    );
    await page.getByText('by operator').first().waitFor();
    expectNoErrors(visit);
  });

  it('asks for a token when its own is revoked', async (context) => {
    const daemon = await testDaemon({ token: OWNER });
    const { url } = await pair(daemon, { name: 'phone', scopes: ['read'] });
    const { page } = await browser.visit(context, daemon, { path: fragment(url) });
    await page.getByText('Connected', { exact: true }).waitFor();
    const { tokens } = await daemon.call<{ tokens: TokenInfo[] }>('GET', '/v1/tokens');
    await daemon.call('DELETE', `/v1/tokens/${tokens[0]!.id}`);
    await page.getByRole('heading', { name: 'Token required' }).waitFor();
    await page.getByText('the token is wrong, or was revoked').waitFor();
  });
});
