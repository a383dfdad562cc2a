import { expect, test } from 'vitest';
import { agents } from '../../src/agents/index.js';
import { agentEnvironment } from '../../src/supervision/environment.js';

const mark = { installationId: 'here', sessionId: 's1' };
const GREENROOM_MARK = 'here/s1';
const none = new Set<string>();

test("removes the daemon's settings", () => {
  const daemon = { PATH: '/bin', GREENROOM_TOKEN: 'x', GREENROOM_CLAUDE_BIN: '/claude' };
  expect(agentEnvironment(daemon, none, {}, mark)).toEqual({ PATH: '/bin', GREENROOM_MARK });
});

test('removes variables set by an agent that the daemon runs inside', () => {
  const inside = { AI_AGENT: 'one', ONE_SESSION: '1', ONE_SESSION_LIMIT: '2' };
  expect(agentEnvironment(inside, new Set(['ONE_SESSION']), {}, mark)).toEqual({
    ONE_SESSION_LIMIT: '2',
    GREENROOM_MARK,
  });
});

test('lets the session add and override variables, except its mark', () => {
  const env = agentEnvironment(
    { A: '1', B: '1' },
    new Set(['NESTED']),
    { B: '2', NESTED: '1', GREENROOM_MARK: 'none/none' },
    mark,
  );
  expect(env).toEqual({ A: '1', B: '2', NESTED: '1', GREENROOM_MARK });
});

const hidden = new Set(agents.flatMap((agent) => agent.hiddenEnvironment ?? []));

test('agents list the variables that reveal nesting', () => {
  const inside = {
    AMP_THREAD_ID: 'T-1',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ID: 'abc',
    CLAUDE_CODE_SSE_PORT: '1234',
  };
  expect(agentEnvironment(inside, hidden, {}, mark)).toEqual({ GREENROOM_MARK });
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
  expect(agentEnvironment(settings, hidden, {}, mark)).toEqual({ ...settings, GREENROOM_MARK });
});
