import { describe, expect, test } from 'vitest';
import {
  assistant,
  beginning,
  begins,
  busy,
  conversation,
  delta,
  done,
  ends,
  failed,
  idle,
  idleAgain,
  status,
  tool,
  user,
  userText,
} from './native-events.js';

const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } };
const abort = failed('MessageAbortedError', 'Aborted');
const retry = (attempt: number) => status('retry', { attempt, message: 'Overloaded', next: 7 });

describe('the end of a turn', () => {
  test('comes once, however often the server is idle', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, ends('Hi'), done(), busy, idle, idleAgain, idle, idleAgain);
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('after an abort is not the first idle', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hal'), abort, idle, idleAgain);
    expect(talk.outcomes).toEqual([]);
    talk.emit(ends('Hal'), done('a1', { error: aborted }));
    expect(talk.outcomes).toEqual([]);
    talk.emit(idle, idleAgain);
    expect(talk.outcomes).toEqual(['interrupted']);
    expect(talk.talk).toEqual(['user: go', 'assistant (failed): Hal']);
    expect(talk.of('error')).toEqual([]);
  });

  test('comes from the connection if nothing follows an early idle', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hal'), abort, idle, idleAgain);
    talk.emit({ type: 'wentSilent' });
    expect(talk.outcomes).toEqual(['interrupted']);
    talk.emit(ends('Hal'), done('a1', { error: aborted }), idle, idleAgain);
    expect(talk.outcomes).toEqual(['interrupted']);
    expect(talk.talk).toEqual(['user: go', 'assistant (failed): Hal']);
  });

  test('is not caused by a late idle of the turn before', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, done(), idle)
      .prompt('more', 'u2')
      .emit(idleAgain, idle);
    expect(talk.outcomes).toEqual(['completed']);
    talk.emit(done('a1', { error: aborted, cost: 5, tokens: { input: 1, output: 1 } }));
    talk.emit(user('u2', { time: { created: 2000 } }), busy);
    talk.emit(
      assistant('a2', { parentID: 'u2', time: { created: 2100, completed: 2200 }, finish: 'stop' }),
      idle,
    );
    expect(talk.outcomes).toEqual(['completed', 'completed']);
    expect(talk.of('turn.ended')[1]?.data.metadata).not.toHaveProperty('cost_usd');
  });

  test('after an abort between two attempts is an interruption', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, retry(1), done('a1', { finish: undefined }), idle);
    expect(talk.outcomes).toEqual(['interrupted']);
  });

  test('does not come from the abort of an idle session', () => {
    expect(conversation().emit(abort, idle, idleAgain).rig.types).toEqual(['session.started']);
  });

  test('fails open calls and missing results', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, tool('read', { status: 'pending' }))
      .emit(tool('bash', { status: 'running', metadata: { output: 'x' } }, { id: 't2', callID: 'c2' }))
      .emit(done(), idle);
    expect(talk.items.slice(1)).toMatchObject([
      { kind: 'tool_call', status: 'completed', content: [{ name: 'bash' }] },
      { kind: 'tool_call', status: 'failed', content: [{ name: 'read' }] },
      { kind: 'tool_result', status: 'failed', content: [{ output: 'x' }] },
    ]);
  });

  test('reports usage, cost and duration', () => {
    const tokens = (n: number) => ({
      input: 10 * n,
      output: n,
      reasoning: 2 * n,
      cache: { read: 3 * n, write: 4 * n },
    });
    const talk = conversation()
      .prompt()
      .emit(...beginning, assistant('a1', { tokens: tokens(1), cost: 0.1 }))
      .emit(done('a1', { tokens: tokens(1), cost: 0.1 }), done('a1', { tokens: tokens(1), cost: 0.1 }))
      .emit(done('a2', { tokens: tokens(2), cost: 0.2, time: { created: 1500, completed: 1900 } }), idle);
    expect(talk.of('turn.ended')[0]?.data.metadata).toEqual({
      outcome: 'completed',
      usage: {
        input_tokens: 51,
        cached_tokens: 9,
        cache_write_tokens: 12,
        output_tokens: 9,
        reasoning_tokens: 6,
        total_tokens: 60,
      },
      cost_usd: 0.3,
      duration_ms: 900,
      native: { message: 'u1', finish: 'stop' },
    });
  });

  test.each([
    ['a filter for contents', done('a1', { finish: 'content-filter' }), 'refused'],
    [
      'an error of one',
      done('a1', { error: { name: 'ContentFilterError', data: { message: 'No' } } }),
      'refused',
    ],
    ['an error', done('a1', { error: { name: 'UnknownError', data: { message: 'No' } } }), 'error'],
  ])('by %s', (_, last, outcome) => {
    expect(
      conversation()
        .prompt()
        .emit(...beginning, last, idle).outcomes,
    ).toEqual([outcome]);
  });
});

describe('errors', () => {
  test('a fatal one is reported once, though the server sends it twice', () => {
    const data = { message: 'Bad key', statusCode: 401 };
    const talk = conversation()
      .prompt()
      .emit(...beginning, failed('APIError', 'Bad key', { statusCode: 401 }), idle, idleAgain);
    expect(talk.outcomes).toEqual([]);
    talk.emit(done('a1', { finish: undefined, error: { name: 'APIError', data } }), idle, idleAgain);
    expect(talk.of('error').map((each) => each.data)).toEqual([
      { message: 'Bad key', code: 'APIError', details: { retryable: false, category: 'auth', status: 401 } },
    ]);
    expect(talk.outcomes).toEqual(['error']);
  });

  test('one that is only in the message is reported too', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, done('a1', { error: { name: 'UnknownError', data: {} } }), idle);
    expect(talk.of('error').map(({ data }) => [data.message, data.code])).toEqual([
      ['UnknownError', 'UnknownError'],
    ]);
  });

  test('an unknown agent ends the turn before the server was at work', () => {
    const talk = conversation()
      .prompt()
      .emit(
        failed('UnknownError', 'Agent not found'),
        failed('UnknownError', 'UnknownError\n    at x (y:1)'),
      );
    expect(talk.of('error').map(({ data }) => data.message)).toEqual(['Agent not found']);
    expect(talk.outcomes).toEqual(['error']);
  });

  test('an unknown model ends the turn, and its echo does not end the next', () => {
    const talk = conversation()
      .prompt()
      .emit(user(), userText('go'), busy, failed('UnknownError', 'Model not found'), idle, idleAgain)
      .prompt('more', 'u2')
      .emit(failed('UnknownError', 'ProviderModelNotFoundError: Model not found\n    at x (y:1)'));
    expect(talk.outcomes).toEqual(['error']);
    expect(talk.of('error')).toHaveLength(1);
    talk.emit(failed('UnknownError', 'Again\n    at x (y:1)'));
    expect(talk.outcomes).toEqual(['error', 'error']);
    expect(talk.of('error')[1]?.data.message).toBe('Again');
  });

  test('a full context is retryable if the server compacts it, and final if not', () => {
    const overflow = failed('ContextOverflowError', 'Too long');
    const on = conversation()
      .prompt()
      .emit(...beginning, overflow, done('a1', { finish: undefined }));
    on.emit(assistant('a2'), done('a2'), idle);
    expect(on.outcomes).toEqual(['completed']);
    expect(on.of('error').map(({ data }) => data.details.retryable)).toEqual([true]);

    const off = conversation()
      .prompt()
      .emit(...beginning, overflow, done('a1', { finish: undefined }), idle);
    expect(off.outcomes).toEqual(['error']);
    expect(off.of('error').map(({ data }) => data.details.retryable)).toEqual([true, false]);
  });

  test('one outside of any turn is reported too', () => {
    const talk = conversation().emit(failed('UnknownError', 'Plugin broken', {}, null));
    expect(talk.of('error').map(({ data }) => data.message)).toEqual(['Plugin broken']);
  });

  test('a refused prompt ends its turn', () => {
    const talk = conversation().prompt();
    const refusal = { turnId: talk.turn!, message: 'Bad part', status: 400, name: 'BadRequest' };
    talk.emit({ type: 'promptRefused', ...refusal });
    expect(talk.of('error')[0]?.data).toEqual({
      message: 'Bad part',
      code: 'turn_refused',
      details: { retryable: false, category: 'invalid_request', status: 400, native: { name: 'BadRequest' } },
    });
    expect(talk.outcomes).toEqual(['error']);
  });
});

describe('a retry', () => {
  test('is a retryable error, and the answer begins again in a new item', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Half of'), tool('write', { status: 'pending' }), retry(1), busy)
      .emit(begins('p2'), delta('Half of it', 'p2'), ends('Half of it', 'p2'), done(), busy, idle);
    expect(talk.of('error').map(({ data }) => data)).toEqual([
      {
        message: 'Overloaded',
        code: 'provider_retry',
        details: { retryable: true, category: 'overloaded', native: { attempt: 1, next: 7 } },
      },
    ]);
    expect(talk.talk).toEqual(['user: go', 'assistant (failed): Half of', 'assistant: Half of it']);
    expect(talk.items.find(({ kind }) => kind === 'tool_call')?.status).toBe('failed');
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('that we give up on ends the turn with the abort', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, retry(1), busy, retry(2));
    talk.emit({ type: 'gaveUp', attempt: 2, message: 'Overloaded' });
    expect(talk.outcomes).toEqual([]);
    talk.emit(abort, done('a1', { finish: undefined, error: aborted }), idle, idleAgain);
    expect(talk.of('error').at(-1)?.data).toEqual({
      message: 'Overloaded',
      code: 'RetriesExhausted',
      details: { retryable: false, category: 'overloaded', native: { attempt: 2 } },
    });
    expect(talk.outcomes).toEqual(['error']);
  });
});
