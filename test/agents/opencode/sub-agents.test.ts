import { describe, expect, test } from 'vitest';
import { isRun } from '../../support/is-run.js';
import {
  assistant,
  beginning,
  begins,
  type Conversation,
  conversation,
  delta,
  done,
  ends,
  event,
  failed,
  idle,
  status,
  tool,
  user,
  userText,
} from './native-events.js';

/** The sub-agent in session `s2`, called by the tool `t1` of the main thread. */
const child = { sessionID: 's2', messageID: 'b1' };
const created = event('session.created', { info: { id: 's2', parentID: 's1' } });
const task = (state: object, more: object = {}) =>
  tool('task', { input: { description: 'Look' }, metadata: { sessionId: 's2' }, ...state }, more);
const called = [tool('task', { status: 'pending' }), created, task({ status: 'running' })];
const asked = [user('v1', { sessionID: 's2' }), userText('look', { ...child, messageID: 'v1' })];
const busy = status('busy', {}, 's2');
const rests = status('idle', {}, 's2');
const answers = assistant('b1', { sessionID: 's2', parentID: 'v1' });
const answered = (more: object = {}) => done('b1', { sessionID: 's2', parentID: 'v1', ...more });
const says = (text: string) => ends(text, 'p7', 'text', child);
const aborted = failed('MessageAbortedError', 'Aborted', {}, 's2');
const over = task({ status: 'completed', output: 'ok' });

const runs = (talk: Conversation) => talk.items.filter(isRun);
const begun = () =>
  conversation()
    .prompt()
    .emit(...beginning);

describe('a sub-agent', () => {
  test('has a thread from its call on, and its cost counts for the turn', () => {
    const tokens = { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } };
    const talk = begun()
      .emit(...called, ...asked, busy, answers, says('Found'))
      .emit(answered({ tokens, cost: 0.5 }), rests, over)
      .emit(done('a1', { tokens, cost: 0.25 }), idle);
    const call = talk.items.find(({ kind }) => kind === 'tool_call')?.item_id;
    expect(talk.items.filter(({ thread_id }) => thread_id === call)).toMatchObject([
      { role: 'user', parent_id: call, content: [{ text: 'look' }] },
      { role: 'assistant', parent_id: call, content: [{ text: 'Found' }] },
      { kind: 'status', native_item_id: 's2', status: 'completed', content: [{ detail: 'Look' }] },
    ]);
    expect(talk.of('turn.ended')[0]?.data.metadata).toMatchObject({
      outcome: 'completed',
      cost_usd: 0.75,
      usage: { input_tokens: 2, output_tokens: 2 },
    });
  });

  test('that speaks before a call names it waits for the call', () => {
    const talk = begun().emit(created, ...asked, busy, answers, says('Hi'));
    expect(talk.items.map(({ role }) => role)).toEqual(['user']);
    talk.emit(tool('task', { status: 'pending' }), task({ status: 'running' }));
    const call = talk.items.find(({ kind }) => kind === 'tool_call')?.item_id;
    const spoken = talk.items.find(({ native_item_id }) => native_item_id === 'p7');
    expect(spoken).toMatchObject({ thread_id: call, content: [{ text: 'Hi' }] });
  });

  test('that no call names has a thread of its own when the turn ends', () => {
    const talk = begun().emit(created, ...asked, busy, answers, says('Hi'), answered(), rests, done(), idle);
    const [run] = runs(talk);
    expect(run).toMatchObject({ thread_id: run?.item_id, parent_id: null, status: 'completed' });
    expect(talk.items.find(({ native_item_id }) => native_item_id === 'p7')?.thread_id).toBe(run?.item_id);
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('that is aborted ends as failed after the last that it says, and the turn goes on', () => {
    const talk = begun()
      .emit(...called, ...asked, busy, answers, begins('p7', 'text', child), delta('Hal', 'p7', child))
      .emit(aborted, rests, task({ status: 'error', error: 'Task cancelled' }), says('Hal'));
    expect(runs(talk)).toEqual([]);
    talk.emit(answered({ error: { name: 'MessageAbortedError', data: {} } }), rests, rests);
    expect(runs(talk)).toMatchObject([{ status: 'failed' }]);
    expect(talk.talk).toContain('assistant (failed): Hal');
    expect(talk.outcomes).toEqual([]);
    talk.emit(ends('Well.'), done(), idle);
    expect(talk.talk.at(-1)).toBe('assistant: Well.');
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('that fails ends as failed, and its error does not end the turn', () => {
    const talk = begun()
      .emit(...called, ...asked, busy, answers, failed('APIError', 'No key', {}, 's2'), rests)
      .emit(answered({ error: { name: 'APIError', data: {} } }), rests);
    expect(talk.of('error').map(({ data }) => data.details)).toEqual([
      { retryable: false, category: 'unknown', native: { sub_agent: 's2' } },
    ]);
    expect(runs(talk)).toMatchObject([{ status: 'failed' }]);
    expect(talk.outcomes).toEqual([]);
  });

  test('has retries that do not end the turn', () => {
    const talk = begun()
      .emit(...called, ...asked, busy, answers, begins('p7', 'text', child), delta('Hal', 'p7', child))
      .emit(status('retry', { attempt: 1, message: 'Slow', next: 5 }, 's2'));
    expect(talk.of('error')[0]?.data.details).toEqual({
      retryable: true,
      category: 'unknown',
      native: { attempt: 1, next: 5, sub_agent: 's2' },
    });
    expect(talk.talk).toContain('assistant (failed): Hal');
    expect(talk.outcomes).toEqual([]);
  });

  test.each([
    ['a retry', status('retry', { attempt: 1, message: 'Slow', next: 5 }, 's2')],
    ['a compaction', failed('ContextOverflowError', 'Too long', {}, 's2')],
  ])('that goes on after %s is completed', (_, problem) => {
    const talk = begun().emit(
      ...called,
      ...asked,
      busy,
      answers,
      problem,
      busy,
      says('Hi'),
      answered(),
      rests,
    );
    expect(talk.of('error')).toMatchObject([{ data: { details: { retryable: true } } }]);
    expect(talk.talk).toContain('assistant: Hi');
    expect(runs(talk)).toMatchObject([{ status: 'completed' }]);
  });

  test('that is aborted between two attempts ends as failed', () => {
    const talk = begun().emit(...called, ...asked, busy, answers);
    talk.emit(status('retry', { attempt: 1, message: 'Slow', next: 5 }, 's2'), answered(), rests);
    expect(runs(talk)).toMatchObject([{ status: 'failed' }]);
  });

  test('is called again in the same thread', () => {
    const talk = begun().emit(...called, ...asked, busy, answers, says('One'), answered(), rests, over);
    const again = { id: 't2', callID: 'c2' };
    talk
      .emit(done(), idle)
      .prompt('again', 'u2')
      .emit(user('u2'), assistant('a2', { parentID: 'u2' }), tool('task', { status: 'pending' }, again))
      .emit(task({ status: 'running', input: { description: 'Look again' } }, again), busy)
      .emit(assistant('b2', { sessionID: 's2' }), ends('Two', 'p8', 'text', { ...child, messageID: 'b2' }))
      .emit(done('b2', { sessionID: 's2' }), rests);
    const [first, second] = runs(talk);
    expect(second).toMatchObject({ thread_id: first?.thread_id, content: [{ detail: 'Look again' }] });
    expect(second?.parent_id).not.toBe(first?.parent_id);
    expect(talk.items.find(({ native_item_id }) => native_item_id === 'p8')?.thread_id).toBe(
      first?.thread_id,
    );
  });

  test('that is cut off with the turn ends as failed', () => {
    const talk = begun().emit(...called, ...asked, busy, answers, begins('p7', 'text', child));
    talk.emit(delta('Hal', 'p7', child), done(), idle);
    expect(runs(talk)).toMatchObject([{ status: 'failed' }]);
    expect(talk.talk).toContain('assistant (failed): Hal');
  });

  test('in the background outlives the turn, and what it uses counts for the next', () => {
    const tokens = { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } };
    const background = { metadata: { sessionId: 's2', background: true } };
    const talk = begun()
      .emit(tool('task', { status: 'pending' }), created, task({ status: 'running', ...background }))
      .emit(task({ status: 'completed', output: 'started', ...background }), done(), idle)
      .emit(...asked, busy, answers, begins('p7', 'text', child), delta('Hal', 'p7', child))
      .prompt('meanwhile', 'u2')
      .emit(
        user('u2'),
        status('busy'),
        assistant('a2', { parentID: 'u2' }),
        done('a2', { parentID: 'u2' }),
        idle,
      );
    expect(talk.outcomes).toEqual(['completed', 'completed']);
    expect(runs(talk)).toEqual([]);
    talk.emit(delta('lo', 'p7', child), says('Hallo'), answered({ tokens, cost: 0.5 }), rests);
    expect(runs(talk)).toMatchObject([{ status: 'completed' }]);
    expect(talk.talk).toContain('assistant: Hallo');
    talk.emit(status('busy'), assistant('a3'), done('a3'), idle);
    expect(talk.of('turn.ended').at(-1)?.data.metadata).toMatchObject({ cost_usd: 0.5 });
  });
});

test('a tool that another client runs by itself belongs to its message', () => {
  const talk = conversation().emit(
    user('u9'),
    status('busy'),
    assistant('a9', { parentID: 'u9' }),
    tool('bash', { status: 'running' }, { messageID: 'a9' }),
    tool('bash', { status: 'completed', output: 'ok' }, { messageID: 'a9' }),
  );
  const [message, call] = talk.items;
  expect(message).toMatchObject({ kind: 'message', native_item_id: 'a9', status: 'completed' });
  expect(call).toMatchObject({ kind: 'tool_call', parent_id: message?.item_id });
});
