import { expect, it } from 'vitest';
import type { CreatedToken, Pairing } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';

const OWNER = 'the-owners-token';

const pair = (daemon: TestDaemon, body?: object) => daemon.call<Pairing>('POST', '/v1/pairings', body);
const exchange = (daemon: TestDaemon, code: string, name?: string) =>
  fetch(`${daemon.url}/v1/pairings/exchange`, { method: 'POST', body: JSON.stringify({ code, name }) });

it('a link is exchanged for a token with its scopes, without another token', async () => {
  const daemon = await testDaemon({ token: OWNER });
  const { code, url, scopes } = await pair(daemon, { scopes: ['read'], expiresIn: 3600 });
  expect([url, scopes]).toEqual([`${daemon.url}/ui/#pair=${code}`, ['read']]);
  const answer = await exchange(daemon, code, 'Firefox on Linux');
  const { token, ...told } = (await answer.json()) as CreatedToken;
  expect(told).toMatchObject({ name: 'Firefox on Linux', scopes: ['read'], expiresAt: expect.any(String) });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${daemon.url}/v1/sessions`, { headers })).status).toBe(200);
  expect((await fetch(`${daemon.url}/v1/tokens`, { headers })).status).toBe(403);
});

it('a link works once, whoever is first, and says so', async () => {
  const daemon = await testDaemon({ token: OWNER });
  const { code } = await pair(daemon, { name: 'phone' });
  const answers = await Promise.all([exchange(daemon, code, 'a'), exchange(daemon, code, 'b')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  const refused = answers.find(({ status }) => status === 401)!;
  expect(await refused.json()).toMatchObject({
    type: 'urn:greenroom:error:token_invalid',
    detail: 'this pairing link was used before: each works once; get another one with: greenroom pair',
  });
  const { tokens } = await daemon.call<{ tokens: { name: string }[] }>('GET', '/v1/tokens');
  expect(tokens.map(({ name }) => name)).toEqual(['phone']);
});

it('a link expires after ten minutes, and a wrong one is told from that', async () => {
  let now = Date.now();
  const daemon = await testDaemon({ token: OWNER, now: () => now });
  const { code, expiresAt } = await pair(daemon);
  now = Date.parse(expiresAt);
  expect(await (await exchange(daemon, code)).json()).toMatchObject({
    detail: expect.stringContaining('has expired'),
  });
  expect(await (await exchange(daemon, 'x'.repeat(32))).json()).toMatchObject({
    detail: expect.stringContaining('is wrong'),
  });
});

it('the link that a daemon prints gives all scopes', async () => {
  const daemon = await testDaemon({ token: OWNER });
  const code = daemon.daemon.pair()!.split('#pair=')[1]!;
  const { scopes } = (await (await exchange(daemon, code)).json()) as CreatedToken;
  expect(scopes).toEqual(['read', 'send', 'approve', 'admin']);
});
