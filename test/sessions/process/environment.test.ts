import { expect, test } from 'vitest';
import { agentEnvironment } from '../../../src/sessions/process/environment.js';

const mark = { installationId: 'here', sessionId: 's1' };
const GREENROOM_MARK = 'here/s1';

test('the daemon’s own settings stay with it', () => {
  const daemon = { PATH: '/bin', GREENROOM_TOKEN: 'x', GREENROOM_CLAUDE_BIN: '/claude' };
  expect(agentEnvironment(daemon, {}, mark)).toEqual({ PATH: '/bin', GREENROOM_MARK });
});

test('an agent is not told that it runs inside another', () => {
  const inside = {
    AI_AGENT: 'claude-code',
    AMP_THREAD_ID: 'T-1',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ID: 'abc',
    CLAUDE_CODE_SSE_PORT: '1234',
  };
  expect(agentEnvironment(inside, {}, mark)).toEqual({ GREENROOM_MARK });
});

test('the user’s settings of agents reach them', () => {
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
  expect(agentEnvironment(settings, {}, mark)).toEqual({ ...settings, GREENROOM_MARK });
});

test('the session adds to it and wins, but cannot take off its mark', () => {
  const env = agentEnvironment(
    { A: '1', B: '1' },
    { B: '2', CLAUDECODE: '1', GREENROOM_MARK: 'none/none' },
    mark,
  );
  expect(env).toEqual({ A: '1', B: '2', CLAUDECODE: '1', GREENROOM_MARK });
});
