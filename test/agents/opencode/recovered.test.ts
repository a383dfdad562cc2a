import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../src/agents/opencode/notices.js';
import { Messages } from '../../../src/agents/opencode/recovery.js';
import {
  assistant,
  beginning,
  begins,
  busy,
  conversation,
  delta,
  done,
  ends,
  idle,
  part,
  status,
  tool,
  user,
  userText,
} from './native-events.js';
import type { Event } from './recording.js';

/** Messages as the server answers them, made from the events that were lost. */
function recovered(status: 'busy' | 'idle', ...messages: [info: Event, ...parts: Event[]][]): Notice {
  return recoveredOf('s1', status, ...messages);
}

function recoveredOf(
  session: string,
  status: 'busy' | 'idle',
  ...messages: [info: Event, ...parts: Event[]][]
): Notice {
  const answered = messages.map(([info, ...parts]) => ({
    info: info.properties.info,
    parts: parts.map(({ properties }) => properties.part),
  }));
  return {
    type: 'recovered',
    session,
    messages: Messages.parse(answered),
    isIdle: status === 'idle',
  };
}
const asked: [Event, Event] = [user(), userText('go')];

describe('after events were lost', () => {
  test('a whole missed turn is shown', () => {
    const running = tool('bash', { status: 'completed', output: 'x', metadata: { exit: 0 } });
    const talk = conversation().prompt();
    talk.emit(recovered('idle', asked, [done(), ends('Hm', 'r1', 'reasoning'), ends('Hi'), running]));
    expect(talk.talk).toEqual(['user: go', 'assistant: Hm', 'assistant: Hi']);
    expect(talk.items[0]?.native_item_id).toBe('u1');
    expect(talk.items.map(({ kind }) => kind)).toContain('tool_result');
    expect(talk.outcomes).toEqual(['completed']);
    expect(talk.of('turn.ended')[0]?.data.metadata).toMatchObject({ duration_ms: 500 });
  });

  test('nothing is shown twice', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins('p0'), delta('One', 'p0'), ends('One', 'p0'), begins(), delta('Tw'))
      .emit(tool('bash', { status: 'running', metadata: { output: 'x' } }));
    talk.emit(
      recovered('idle', asked, [
        done(),
        ends('One', 'p0'),
        ends('Two'),
        tool('bash', { status: 'completed', output: 'xy', metadata: { exit: 1 } }),
        part({ id: 'new', type: 'unheard-of' }),
      ]),
    );
    expect(talk.talk).toEqual(['user: go', 'assistant: One', 'assistant: Two']);
    expect(talk.items.find(({ kind }) => kind === 'tool_result')).toMatchObject({
      status: 'failed',
      content: [{ output: 'xy' }, { json: { exit_code: 1 } }],
    });
    expect(talk.emit(idle).outcomes).toEqual(['completed']);
  });

  test('a text with a gap is completed whole, without further deltas', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('One '));
    talk.emit(
      recovered('busy', asked, [assistant(), begins(), begins('p2')]),
      delta('three'),
      delta('x', 'p2'),
    );
    expect(talk.of('item.delta').at(-1)?.data.delta).toBe('One ');
    talk.emit(ends('One two three'), ends('yx', 'p2'), done(), busy, idle);
    expect(talk.talk).toEqual(['user: go', 'assistant: One two three', 'assistant: yx']);
  });

  test('a running turn goes on until its idle', () => {
    const talk = conversation()
      .prompt()
      .emit(recovered('busy', asked, [assistant()]));
    expect(talk.outcomes).toEqual([]);
    expect(talk.emit(ends('Hi'), done(), idle).outcomes).toEqual(['completed']);
  });

  test('an idle turn without a complete answer was interrupted', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hal'));
    talk.emit(recovered('idle', asked, [assistant(), begins()]));
    expect(talk.talk).toEqual(['user: go', 'assistant (failed): Hal']);
    expect(talk.outcomes).toEqual(['interrupted']);
  });

  test('events that arrive late are not shown twice', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, recovered('busy', asked, [done(), ends('Hi')]));
    talk.emit(begins(), delta('H'), delta('i'), ends('Hi'), done(), busy, idle);
    expect(talk.talk).toEqual(['user: go', 'assistant: Hi']);
    expect(talk.outcomes).toEqual(['completed']);
  });
});

describe('after events of a sub-agent were lost', () => {
  const child = { sessionID: 's2', messageID: 'b1' };
  const task = tool('task', { status: 'running', metadata: { sessionId: 's2' } });
  const said: [Event, Event] = [done('b1', { sessionID: 's2' }), ends('Hi', 'p7', 'text', child)];
  const runs = (talk: ReturnType<typeof conversation>) =>
    talk.items.filter(({ native_item_id }) => native_item_id === 's2').map(({ status }) => status);

  test('a whole missed run is shown in its thread, before the end of the turn', () => {
    const talk = conversation().prompt();
    talk.emit(recovered('busy', asked, [done(), task]), recoveredOf('s2', 'idle', said), recovered('idle'));
    const call = talk.items.find(({ kind }) => kind === 'tool_call')?.item_id;
    expect(talk.items.find(({ native_item_id }) => native_item_id === 'p7')?.thread_id).toBe(call);
    expect(runs(talk)).toEqual(['completed']);
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('a run that is not over goes on, and ends once', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, task, status('busy', {}, 's2'))
      .emit(assistant('b1', { sessionID: 's2' }), begins('p7', 'text', child), delta('H', 'p7', child))
      .emit(recovered('busy', asked, [assistant(), task]))
      .emit(recoveredOf('s2', 'busy', [assistant('b1', { sessionID: 's2' })]), recovered('busy'));
    expect(runs(talk)).toEqual([]);
    talk.emit(said[1], said[0], status('idle', {}, 's2'));
    expect(runs(talk)).toEqual(['completed']);
    expect(talk.talk).toContain('assistant: Hi');
  });

  test('a run that was over before is not repeated', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, task, status('busy', {}, 's2'), assistant('b1', { sessionID: 's2' }))
      .emit(said[1], said[0], status('idle', {}, 's2'))
      .emit(recovered('busy', asked, [assistant(), task]), recoveredOf('s2', 'idle', said))
      .emit(recovered('busy'));
    expect(runs(talk)).toEqual(['completed']);
    expect(talk.of('item.started').filter(({ data }) => data.item.native_item_id === 's2')).toHaveLength(1);
  });
});
