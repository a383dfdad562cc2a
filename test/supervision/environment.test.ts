import { expect, test } from 'vitest';
import { agents } from '../../src/agents/index.js';
import { agentEnvironment } from '../../src/supervision/environment.js';

const mark = { owner: 'here', sessionId: 's1' };
const GREENROOM_MARK = 'here/s1';
const none = { names: [], hidden: new Set<string>() };

test("removes the daemon's settings", () => {
  const daemon = { PATH: '/bin', GREENROOM_TOKEN: 'x', GREENROOM_CLAUDE_BIN: '/claude' };
  expect(agentEnvironment(daemon, none, {}, mark)).toEqual({ PATH: '/bin', GREENROOM_MARK });
});

test('removes variables set by an agent that the daemon runs inside', () => {
  const inside = { AI_AGENT: 'one', ONE_SESSION: '1', ONE_SESSION_LIMIT: '2' };
  const passed = { names: ['*'], hidden: new Set(['ONE_SESSION']) };
  expect(agentEnvironment(inside, passed, {}, mark)).toEqual({
    ONE_SESSION_LIMIT: '2',
    GREENROOM_MARK,
  });
});

test('lets the session add and override variables, except its mark', () => {
  const env = agentEnvironment(
    { A: '1', B: '1' },
    { names: ['A', 'B'], hidden: new Set(['NESTED']) },
    { B: '2', NESTED: '1', GREENROOM_MARK: 'none/none' },
    mark,
  );
  expect(env).toEqual({ A: '1', B: '2', NESTED: '1', GREENROOM_MARK });
});

const all = { names: ['*'], hidden: new Set(agents.flatMap((agent) => agent.hiddenEnvironment ?? [])) };

test('agents list the variables that reveal nesting', () => {
  const inside = {
    AMP_THREAD_ID: 'T-1',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ID: 'abc',
    CLAUDE_CODE_SSE_PORT: '1234',
  };
  expect(agentEnvironment(inside, all, {}, mark)).toEqual({ GREENROOM_MARK });
});

test('agents hide no deliberate settings of the user', () => {
  const settings = {
    ANTHROPIC_BASE_URL: 'http://localhost',
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    CLAUDE_CODE_MAX_RETRIES: '2',
    CLAUDE_CODE_OAUTH_TOKEN: 'token',
    CLAUDE_CODE_USE_BEDROCK: '1',
    CLAUDE_CODE_USE_VERTEX: '1',
    CODEX_HOME: '/codex',
  };
  expect(agentEnvironment(settings, all, {}, mark)).toEqual({ ...settings, GREENROOM_MARK });
});

test('passes what programs commonly need, what the agent needs and what the user adds, and nothing else', () => {
  const daemon = {
    PATH: '/bin',
    LC_ALL: 'C',
    HTTPS_PROXY: 'http://proxy',
    ONE_KEY: '1',
    TWO_KEY: '2',
    TWO: '3',
    DATABASE_URL: 'postgres://secret',
  };
  const passed = { names: ['ONE_KEY', 'TWO_*'], hidden: new Set<string>() };
  const { DATABASE_URL: _, TWO: __, ...rest } = daemon;
  expect(agentEnvironment(daemon, passed, {}, mark)).toEqual({ ...rest, GREENROOM_MARK });
});

test('passes everything but the settings of the daemon, if the user wants that', () => {
  const daemon = { DATABASE_URL: 'postgres://secret', GREENROOM_TOKEN: 'x' };
  const passed = { names: ['*'], hidden: new Set<string>() };
  expect(agentEnvironment(daemon, passed, {}, mark)).toEqual({
    DATABASE_URL: 'postgres://secret',
    GREENROOM_MARK,
  });
});

test.each(agents.filter(({ id }) => id !== 'mock'))(
  '$id gets its own keys and settings, and not those of others',
  ({ id, needs }) => {
    const own = {
      claude: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'u', CLAUDE_CONFIG_DIR: '/c' },
      codex: { OPENAI_API_KEY: 'k', CODEX_HOME: '/c' },
      opencode: { OPENROUTER_API_KEY: 'k', OPENCODE_CONFIG: '/c' },
      amp: { AMP_API_KEY: 'k', AMP_URL: 'u' },
    }[id];
    const daemon = { ...own, NPM_TOKEN: 'secret', PGPASSWORD: 'secret' };
    const passed = { names: needs.environment, hidden: new Set<string>() };
    expect(agentEnvironment(daemon, passed, {}, mark)).toEqual({ ...own, GREENROOM_MARK });
  },
);
