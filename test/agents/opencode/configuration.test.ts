import { expect, test, vi } from 'vitest';
import { serverEnvironment } from '../../../src/agents/opencode/configuration.js';
import { openCodePackage } from '../../../src/agents/opencode/package.js';
import { covers } from '../../../src/agents/opencode/patterns.js';
import { readOnlyAgents, userRules } from '../../../src/agents/opencode/policy.js';

const contentOf = (...given: Parameters<typeof serverEnvironment>) =>
  JSON.parse(serverEnvironment(...given).OPENCODE_CONFIG_CONTENT!);

test('a server asks before anything is changed, and read-only agents cannot edit', () => {
  const { permission, agent, mcp, shell } = contentOf({}, {}, '/bin/sh');
  expect(Object.values(permission)).toEqual(['ask', 'ask', 'ask', 'ask']);
  expect(agent.explore.permission).toEqual({ 'edit*': 'deny' });
  expect(mcp).toBeUndefined();
  expect(shell).toBe('/bin/sh');
});

test('a server is configured with the MCP servers of its sessions', () => {
  const { mcp } = contentOf(
    {},
    {
      near: { type: 'local', command: 'node', args: ['x.mjs'], env: { A: 'b' }, timeoutMs: 9000 },
      far: { type: 'remote', url: 'http://x/', transport: 'sse', headers: { h: 'v' }, timeoutMs: null },
    },
    '/bin/sh',
  );
  expect(mcp).toEqual({
    near: {
      type: 'local',
      command: ['node', 'x.mjs'],
      environment: { A: 'b' },
      enabled: true,
      timeout: 9000,
    },
    far: { type: 'remote', url: 'http://x/', headers: { h: 'v' }, oauth: false, enabled: true },
  });
});

test("keeps the user's own configuration", () => {
  const theirs = { model: 'a/b', permission: { bash: 'deny' }, agent: { plan: { model: 'c/d' } } };
  const content = contentOf({ OPENCODE_CONFIG_CONTENT: JSON.stringify(theirs) }, {}, '/bin/sh');
  expect(content).toMatchObject({
    ...theirs,
    permission: { bash: 'deny', 'bash*': 'ask' },
    agent: { plan: { model: 'c/d', permission: expect.anything() } },
  });
  expect(() => serverEnvironment({ OPENCODE_CONFIG_CONTENT: '{' }, {}, '/bin/sh')).toThrow('is not JSON');
});

test("repeats the user's rules, except where one of their agents has its own", () => {
  const permission = {
    '*': 'allow',
    'edit*': 'ask',
    webfetch: 'allow',
    bash: { 'rm *': 'deny', 'git *': 'allow' },
  };
  const say = (more: object) =>
    userRules({ permission, ...more }).map((rule) => Object.values(rule).join(' '));
  expect(say({})).toEqual(['webfetch * allow', 'bash rm * deny', 'bash git * allow']);
  expect(say({ agent: readOnlyAgents })).toHaveLength(3);
  expect(say({ agent: { plan: { permission: { bash: 'deny' } } } })).toEqual([
    'webfetch * allow',
    'bash rm * deny',
  ]);
  expect(say({ agent: { reader: { permission: { '*': 'deny' } } } })).toEqual(['bash rm * deny']);
  const edits = userRules({ permission: { edit: { '*': 'allow', 'secret/*': 'deny' } } });
  expect(edits[0]).toEqual({ permission: 'edit', pattern: '*', action: 'allow' });
  expect(edits).toContainEqual({ permission: 'edit', pattern: '*opencode.json', action: 'ask' });
  expect(edits).toContainEqual({ permission: 'edit', pattern: '*.claude/*', action: 'ask' });
  expect(edits.at(-1)).toEqual({ permission: 'edit', pattern: 'secret/*', action: 'deny' });
  expect(userRules({})).toEqual([]);
  expect(userRules({ permission: 'allow' })).toEqual([]);
});

test.each([
  ['git push *', 'git push', true],
  ['git push *', 'git push --force', true],
  ['git push *', 'git pushes', false],
  ['*', 'anything\nat all', true],
  ['a.b', 'axb', false],
  ['a?c', 'abc', true],
  ['a', 'ab', false],
])('%j covers %j: %s', (pattern, text, expected) => {
  expect(covers(pattern, text)).toBe(expected);
});

test('message ids sort by time, even within a millisecond', async () => {
  // No id sorts before those that were made earlier, by whatever test.
  vi.resetModules();
  const { messageId } = await import('../../../src/agents/opencode/message-id.js');
  const ids = [messageId(1794784831613), messageId(1794784831613), messageId(1794784831614)];
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^msg_1e183287d001[0-9A-Za-z]{14}$/);
});

test.each([
  ['linux', 'x64', false, 'node_modules/opencode-linux-x64/bin/opencode'],
  ['linux', 'arm64', true, 'node_modules/opencode-linux-arm64-musl/bin/opencode'],
  ['darwin', 'arm64', false, 'node_modules/opencode-darwin-arm64/bin/opencode'],
  ['win32', 'x64', false, null],
])('for %s %s (musl: %s) the program is %s', (platform, arch, musl, expected) => {
  expect(openCodePackage.binary({ platform, arch, musl })).toBe(expected);
});
