import { describe, expect, test } from 'vitest';
import { Grants } from '../../../src/agents/codex/grants.js';
import { parser } from '../../../src/agents/codex/native.js';
import type { NativeRequest } from '../../../src/agents/codex/native-requests.js';

function request(method: string, params: object): NativeRequest {
  const whole = { threadId: 't1', turnId: 'n1', itemId: 'c1', ...params };
  const parsed = parser.parse(JSON.stringify({ method, id: 0, params: whole }));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed as NativeRequest;
}

const command = (params: object) => request('item/commandExecution/requestApproval', params);
const patch = (params: object = {}) => request('item/fileChange/requestApproval', params);
const access = (write: string[]) =>
  request('item/permissions/requestApproval', { permissions: { fileSystem: { write } } });
const tool = (message: string, serverName = 'demo') =>
  request('mcpServer/elicitation/request', {
    serverName,
    mode: 'form',
    _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: {} },
    message,
  });

const ls = { command: 'ls', cwd: '/w' };
const host = { networkApprovalContext: { host: 'a.b', protocol: 'https' } };

describe('a grant covers', () => {
  test.each<[string, NativeRequest, NativeRequest]>([
    ['the same command in the same folder', command(ls), command({ ...ls, turnId: 'n2', itemId: 'c2' })],
    ['the same host', command({ ...ls, ...host }), command({ command: 'curl', ...host })],
    ['the same access', access(['/logs']), access(['/logs'])],
    ['the same tool', tool('run tool "echo"?'), tool('Again: run tool "echo"?')],
  ])('%s', (_, given, asked) => {
    const grants = new Grants();
    grants.add(given, []);
    expect(grants.cover(asked, [])).toBe(true);
  });

  test('the same files, alone or together', () => {
    const grants = new Grants();
    grants.add(patch(), ['/w/a', '/w/b']);
    expect(grants.cover(patch(), ['/w/b'])).toBe(true);
    expect(grants.cover(patch(), ['/w/a', '/w/b'])).toBe(true);
    expect(grants.cover(patch(), ['/w/a', '/w/c'])).toBe(false);
  });
});

describe('a grant does not cover', () => {
  test.each<[string, NativeRequest, NativeRequest]>([
    ['another command', command(ls), command({ ...ls, command: 'rm' })],
    ['another folder', command(ls), command({ ...ls, cwd: '/' })],
    ['more permissions', command(ls), command({ ...ls, additionalPermissions: { network: true } })],
    ['a host', command(ls), command({ ...ls, ...host })],
    ['another thread', command(ls), command({ ...ls, threadId: 'child' })],
    ['other access', access(['/logs']), access(['/'])],
    ['another tool', tool('run tool "echo"?'), tool('run tool "ask"?')],
    ['a tool of another server', tool('run tool "echo"?'), tool('run tool "echo"?', 'other')],
    ['a tool without a name', tool('run it?'), tool('run it?')],
    ['a patch of unknown files', patch(), patch()],
  ])('%s', (_, given, asked) => {
    const grants = new Grants();
    grants.add(given, []);
    expect(grants.cover(asked, [])).toBe(false);
  });

  test('a patch that also asks for a whole folder', () => {
    const grants = new Grants();
    grants.add(patch(), ['/w/a']);
    expect(grants.cover(patch({ grantRoot: '/w' }), ['/w/a'])).toBe(false);
  });
});
