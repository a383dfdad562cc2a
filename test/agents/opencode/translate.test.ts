import { describe, expect, test } from 'vitest';
import { dropped } from '../../../src/agents/opencode/dropped.js';
import { translator } from '../../../src/agents/opencode/translate.js';
import {
  assistant,
  beginning,
  begins,
  busy,
  conversation,
  delta,
  done,
  ending,
  ends,
  event,
  idle,
  part,
  tool,
  translated,
  user,
  userText,
} from './native-events.js';

describe('a payload', () => {
  test.each([
    ['no JSON', 'nonsense', 'not JSON'],
    ['no object', '7', 'not a JSON object'],
    ['no type', '{"properties":{}}', 'a message without a name'],
    ['an unknown event', '{"type":"poem.written","properties":{}}', 'unknown message "poem.written"'],
    ['a malformed event', '{"type":"session.idle","properties":{}}', 'malformed session.idle'],
    [
      'an unknown part',
      JSON.stringify(part({ id: 'p', type: 'poem' })),
      'unknown message "message.part.updated/poem"',
    ],
    ['a malformed part', JSON.stringify(part({ id: 7, type: 'text' })), 'malformed message.part.updated'],
    ['no part', '{"type":"message.part.updated","properties":{}}', 'malformed message.part.updated'],
  ])('that cannot be understood is reported: %s', (_, text, error) => {
    expect(translator.translate(translator.initial(), { from: 'agent', text }).drafts).toMatchObject([
      {
        type: 'agent.unparsed',
        location: 'opencode',
        error: expect.stringContaining(error),
        raw_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    ]);
  });

  test('that is known and not needed is dropped by name', () => {
    for (const name of dropped) {
      const [type, kind] = name.split('/') as [string, string?];
      const given = kind === undefined ? event(type, {}) : part({ id: 'p', type: kind });
      expect(translated(given).drafts, name).toEqual([]);
    }
    expect(translated(event('session.next.text.delta', {})).drafts).toEqual([]);
  });

  test('may have unknown fields', () => {
    expect(
      translated(part({ id: 'p', type: 'text', text: 'x', time: { start: 1, end: 1 }, mood: 'good' })).drafts,
    ).toMatchObject([{ type: 'item.completed', item: { content: [{ type: 'text', text: 'x' }] } }]);
  });
});

describe("the user's message", () => {
  test("is shown once and whole, with the client's id", () => {
    const { drafts } = translated(
      { type: 'prompted', turnId: 't', messageId: 'u1', clientMessageId: 'mine' },
      user(),
      userText('Look'),
      userText('Called the Read tool', { id: 'up2', synthetic: true }),
      userText('', { id: 'up3', type: 'file', mime: 'text/plain', url: 'file:///w/a%20b.txt?start=1' }),
      userText('', { id: 'up4', type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA==' }),
      userText('', {
        id: 'up5',
        type: 'file',
        mime: 'application/pdf',
        filename: 'a.pdf',
        url: 'data:application/pdf;base64,AA==',
      }),
      busy,
      assistant(),
    );
    expect(drafts).toEqual([
      {
        type: 'item.completed',
        item: {
          key: 'u1',
          native_item_id: 'u1',
          message_id: 'mine',
          kind: 'message',
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'file_ref', path: '/w/a b.txt', action: 'read' },
            { type: 'image', path: 'data:image/png;base64,AA==', mime: 'image/png' },
            { type: 'file_ref', path: 'a.pdf', action: 'read' },
          ],
        },
      },
    ]);
  });

  test('is not repeated by later summaries', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, ends('Hi'), ...ending)
      .emit(user('u1', { summary: { diffs: [] } }))
      .prompt('more', 'u2')
      .emit(user('u1', { summary: { diffs: [] } }), user('u2', { time: { created: 2000 } }))
      .emit(userText('more', { messageID: 'u2' }), busy);
    expect(talk.emit(idle).talk).toEqual(['user: go', 'assistant: Hi', 'user: more']);
    expect(talk.outcomes).toEqual(['completed', 'interrupted']);
  });

  test('steered into a turn belongs to it, and one idle ends both', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hal'))
      .prompt('and?', 'u2', 'steer')
      .emit(user('u2'), userText('and?', { messageID: 'u2' }), delta('lo'), ends('Hallo'), done())
      .emit(busy, assistant('a2', { parentID: 'u2' }), ends('Yes', 'p2'), done('a2'), busy, idle);
    expect(talk.talk).toEqual(['user: go', 'user: and?', 'assistant: Hallo', 'assistant: Yes']);
    expect(talk.outcomes).toEqual(['completed']);
    expect(talk.of('turn.ended')[0]?.data.metadata).toMatchObject({
      native: { message: 'u1' },
      duration_ms: 500,
    });
  });

  test('of another client begins a turn', () => {
    const talk = conversation().emit(
      user('u9'),
      userText('hey', { messageID: 'u9' }),
      busy,
      assistant(),
      ends('Hi'),
    );
    expect(talk.emit(...ending).rig.types).toEqual([
      'session.started',
      'turn.started',
      ...['item.started', 'item.delta', 'item.completed'],
      ...['item.started', 'item.delta', 'item.completed'],
      'turn.ended',
    ]);
    expect(talk.talk).toEqual(['user: hey', 'assistant: Hi']);
  });

  test('copied into a fork is not shown, nor is its answer', () => {
    const tokens = { input: 9, output: 9, reasoning: 0, cache: { read: 0, write: 0 } };
    const old = { time: { created: 50, completed: 60 }, tokens, cost: 1 };
    const talk = conversation()
      .prompt()
      .emit(user('u0', old), userText('old', { messageID: 'u0' }))
      .emit(assistant('a0', { ...old, parentID: 'u0' }), ends('Old', 'p0', 'text', { messageID: 'a0' }))
      .emit(...beginning, ends('New'), ...ending);
    expect(talk.talk).toEqual(['user: go', 'assistant: New']);
    expect(talk.of('turn.ended')[0]?.data.metadata).toEqual({
      outcome: 'completed',
      duration_ms: 500,
      native: { message: 'u1', finish: 'stop' },
    });
  });
});

describe('a compaction', () => {
  const compaction = part({ messageID: 'u5', id: 'cp', type: 'compaction', auto: true });
  const summary = assistant('a5', { parentID: 'u5', summary: true });
  const compacted = event('session.compacted', { sessionID: 's1' });

  test('is a status item; its summary and the repeated prompt are not shown', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, done('a1'), user('u5'), compaction, summary)
      .emit(begins('p5', 'text', { messageID: 'a5' }), delta('## Goal', 'p5', { messageID: 'a5' }))
      .emit(ends('## Goal', 'p5', 'text', { messageID: 'a5' }), done('a5', { summary: true }))
      .emit(user('u6'), userText('go', { messageID: 'u6' }), compacted, assistant('a6', { parentID: 'u6' }))
      .emit(
        user('u7'),
        userText('Continue', { messageID: 'u7', synthetic: true }),
        ends('Hi', 'p6'),
        done('a6'),
        idle,
      );
    expect(talk.talk).toEqual(['user: go', 'assistant: Hi']);
    expect(talk.items.filter(({ kind }) => kind === 'status')).toMatchObject([
      {
        status: 'completed',
        content: [
          { label: 'compaction', detail: 'The conversation was compacted' },
          { json: { trigger: 'auto' } },
        ],
      },
    ]);
    expect(talk.outcomes).toEqual(['completed']);
  });

  test('that another client asked for is a turn of its own', () => {
    const talk = conversation().emit(
      user('u5'),
      compaction,
      busy,
      summary,
      done('a5', { summary: true }),
      compacted,
    );
    expect(talk.emit(idle).rig.types.slice(1)).toEqual([
      'turn.started',
      'item.started',
      'item.completed',
      'turn.ended',
    ]);
  });
});

describe('order', () => {
  test('a part may come before its message, and a delta before its part', () => {
    const talk = conversation().prompt().emit(user(), userText('go'), busy);
    talk.emit(delta('Hal'), delta('lo'), assistant(), ends('Hallo'), tool('read', { status: 'pending' }));
    expect(talk.emit(...ending).talk).toEqual(['user: go', 'assistant: Hallo']);
  });

  test('empty parts are not shown', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), ends(''), begins('r1', 'reasoning'), ...ending);
    expect(talk.talk).toEqual(['user: go']);
  });

  test('a text that the server trims at its end is kept as streamed', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hi \n'), ends('Hi'), ...ending);
    expect(talk.talk).toEqual(['user: go', 'assistant: Hi \n']);
  });

  test('a thought is an item of its own, before the answer', () => {
    const talk = conversation()
      .prompt()
      .emit(
        ...beginning,
        begins('r1', 'reasoning'),
        delta('Hm', 'r1'),
        ends('Hm', 'r1', 'reasoning'),
        ends('Yes'),
      );
    expect(talk.emit(...ending).items.slice(1)).toMatchObject([
      { kind: 'message', parent_id: talk.items[0]?.item_id, content: [{ type: 'reasoning', text: 'Hm' }] },
      { kind: 'message', parent_id: null, content: [{ type: 'text', text: 'Yes' }] },
    ]);
  });

  test('a part that is removed while streaming has failed', () => {
    const gone = event('message.part.removed', { sessionID: 's1', messageID: 'a1', partID: 'p1' });
    const talk = conversation()
      .prompt()
      .emit(...beginning, begins(), delta('Hal'), gone, ends('Hi', 'p2'));
    expect(talk.emit(...ending).talk).toEqual(['user: go', 'assistant (failed): Hal', 'assistant: Hi']);
  });
});

test('a deleted session ends with everything that is open', () => {
  const talk = conversation()
    .prompt()
    .emit(
      ...beginning,
      begins(),
      delta('Hal'),
      event('session.deleted', { info: { id: 's1' } }),
      delta('lo'),
    );
  expect(talk.talk).toEqual(['user: go', 'assistant (failed): Hal']);
  expect(talk.rig.types.slice(-2)).toEqual(['turn.ended', 'session.ended']);
});
