import { describe, expect, test, vi } from 'vitest';
import type { McpServer } from '../../../src/agents/agent.js';
import { ClaudeConnection } from '../../../src/agents/claude/connection.js';
import { shellProgram } from '../../support/executable.js';
import { FakeClaude } from './fake-claude.js';
import { result, system } from './native-lines.js';

const started = async (claude: FakeClaude, response: object) => {
  const ready = new ClaudeConnection(claude.context).start();
  claude.respond('initialize', response);
  return ready;
};

describe('version', () => {
  test('is that of the program if the handshake does not tell', async () => {
    const path = await shellProgram('echo "1.2.3 (Claude Code)"');
    const claude = new FakeClaude({ program: { command: path, args: [], path } });
    expect((await started(claude, {})).metadata).toMatchObject({ version: '1.2.3' });
    expect((await started(claude, { claude_code_version: '4.5.6' })).metadata).toMatchObject({
      version: '4.5.6',
    });
  });
});

describe('permission mode', () => {
  const plan = { agentMode: 'plan', permissionMode: 'default' } as const;

  test('that the CLI has not taken is an error', async () => {
    const claude = new FakeClaude(plan);
    await expect(started(claude, { current_permission_mode: 'default' })).rejects.toThrow(
      'in permission mode default instead of plan',
    );
    expect(claude.stops).toBe(1);
    await started(new FakeClaude(plan), { current_permission_mode: 'plan' });
  });

  test('that the running CLI does not take requires a restart', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const answer = connection.configure({ model: null, variant: null, ...plan });
    claude.respond('set_permission_mode', { mode: 'default' });
    expect(await answer).toBe('restart');
  });

  test('is known to the translator before the CLI tells', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    expect(claude.notices).toMatchObject([{ type: 'settings', settings: { agentMode: 'default' } }]);
    const answer = connection.configure({ model: null, variant: null, ...plan });
    expect(claude.notices.at(-1)).toMatchObject({ type: 'settings', settings: plan });
    claude.respond('set_permission_mode', { mode: 'plan' });
    expect(await answer).toBe('taken');
  });
});

describe('MCP servers', () => {
  const init = (...broken: string[]) =>
    system('init', {
      mcp_servers: [
        { name: 'good', status: 'connected' },
        ...broken.map((name) => ({ name, status: 'failed' })),
      ],
    });
  const statuses = ({ requests }: FakeClaude) => requests.filter((subtype) => subtype === 'mcp_status');

  test('of the session that fail are inquired about', async () => {
    const server: McpServer = { type: 'local', command: 'none', args: [], env: {}, timeoutMs: null };
    for (const [errors, inquiries] of [
      [{ demo: 'ENOENT' }, ['mcp_status']],
      [{}, []],
    ] as const) {
      const claude = new FakeClaude({ mcp: { demo: server } });
      const ready = new ClaudeConnection(claude.context).start();
      claude.respond('initialize', { claude_code_version: '1' });
      await vi.waitFor(() => expect(claude.requests).toContain('mcp_set_servers'));
      claude.respond('mcp_set_servers', { added: ['demo'], errors });
      await ready;
      expect(statuses(claude)).toEqual(inquiries);
    }
  });

  test('are inquired about once, until others fail', async () => {
    const claude = new FakeClaude();
    await claude.connected();
    claude.say(init());
    expect(statuses(claude)).toHaveLength(0);
    for (const line of [init('a'), init('a'), init('a', 'b'), init(), init('a')]) claude.say(line);
    expect(statuses(claude)).toHaveLength(3);
    expect(claude.payloads).toHaveLength(6);
  });

  test.each([
    ['is refused', 'Unsupported control request subtype: mcp_status'],
    ['is answered in an unknown way', { servers: [] }],
  ])('are named if the inquiry %s', async (_, response) => {
    const claude = new FakeClaude();
    await claude.connected();
    claude.say(init('a', 'b'));
    claude.respond('mcp_status', response);
    await vi.waitFor(() =>
      expect(claude.notices.at(-1)).toEqual({ type: 'mcp', id: 'uuid-1', servers: ['a', 'b'] }),
    );
  });
});

test('the model is inquired about after a command that may have changed it', async () => {
  const claude = new FakeClaude();
  await claude.connected();
  claude.say(result());
  claude.say(result({ local_command: 'cost', result: 'a "control_request"' }));
  expect(claude.requests).toEqual([]);
  claude.say(result({ local_command: 'model' }));
  expect(claude.requests).toEqual(['get_settings']);
  claude.respond('get_settings', 'Unsupported control request subtype: get_settings');
  expect(claude.payloads).toHaveLength(4);
});

describe('always', () => {
  const rule = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow' };
  const more = { permission_suggestions: [rule] };

  test('covers a command that the CLI asks for again', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', { command: 'echo a > b' }, more);
    await connection.replyPermission('r1', 'always', null);
    claude.ask('r2', 'Bash', { command: 'echo a > b', description: 'Again' }, more);
    claude.ask('r3', 'Bash', { command: 'echo a > c' }, more);
    expect(Object.keys(claude.answers)).toEqual(['r1', 'r2']);
    expect(claude.answers.r2).toMatchObject({ behavior: 'allow' });
    // Nobody is asked.
    expect(claude.payloads).toHaveLength(2);
  });

  test.each([
    ['once', more],
    // Without a suggestion there is no `always`.
    ['always', {}],
  ] as const)('is not remembered after %s with %o', async (reply, given) => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', { command: 'echo a > b' }, given);
    await connection.replyPermission('r1', reply, null);
    claude.ask('r2', 'Bash', { command: 'echo a > b' }, given);
    expect(Object.keys(claude.answers)).toEqual(['r1']);
  });
});
