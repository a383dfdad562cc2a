import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../src/agents/opencode/notices.js';
import {
  assistant,
  beginning,
  type Conversation,
  conversation,
  done,
  ending,
  event,
  idle,
  part,
  translated,
  user,
} from './native-events.js';

const notices = (talk: Conversation, label: string) =>
  talk.items.flatMap(({ content: [notice, fields], status }) =>
    notice?.type === 'status' && notice.label === label
      ? [{ detail: notice.detail, status, ...(fields?.type === 'json' ? { json: fields.json } : {}) }]
      : [],
  );

describe('a to-do list', () => {
  const todos = (...entries: [content: string, status: string, priority: string][]) =>
    event('todo.updated', {
      sessionID: 's1',
      todos: entries.map(([content, status, priority]) => ({ content, status, priority })),
    });
  const first = todos(['First', 'pending', 'high'], ['Second', 'in_progress', 'low']);

  test('is a plan, without what was cancelled', () => {
    const talk = conversation().emit(
      first,
      todos(['First', 'completed', 'high'], ['Gone', 'cancelled', 'low']),
    );
    expect(notices(talk, 'plan')).toEqual([
      {
        detail: '0 of 2 done',
        status: 'completed',
        json: {
          entries: [
            { content: 'First', status: 'pending', priority: 'high' },
            { content: 'Second', status: 'in_progress', priority: 'low' },
          ],
        },
      },
      {
        detail: '1 of 1 done',
        status: 'completed',
        json: { entries: [{ content: 'First', status: 'completed', priority: 'high' }] },
      },
    ]);
  });

  test('is shown when it has changed, also in another turn', () => {
    const again = { ...first, id: 'evt_again' };
    const talk = conversation()
      .prompt()
      .emit(...beginning, first, again, ...ending)
      .prompt('more', 'u2')
      .emit({ ...first, id: 'evt_third' });
    expect(notices(talk, 'plan')).toHaveLength(1);
  });

  test('of a sub-agent belongs to its thread', () => {
    const { drafts } = translated(event('todo.updated', { sessionID: 's2', todos: [] }));
    expect(drafts).toMatchObject([{ item: { thread: 's2' } }]);
  });
});

describe('a title', () => {
  const titled = (title: string, id = 's1') => event('session.updated', { info: { id, title } });
  const PLACEHOLDER = 'New session - 2026-11-17T19:19:37.353Z';

  test('is announced when it changes, unless the server made it up', () => {
    const talk = conversation({ title: PLACEHOLDER })
      .prompt()
      .emit(titled(PLACEHOLDER), ...beginning, titled('Fix it'), titled('Fix it'), ...ending)
      .prompt('more', 'u2')
      .emit(titled('Fix it'), titled('Fix all of it'));
    expect(notices(talk, 'title').map(({ detail }) => detail)).toEqual(['Fix it', 'Fix all of it']);
    expect(talk.rig.snapshot.context.providerTitle).toBe('Fix all of it');
  });

  test('of a conversation that is resumed is announced at once, and once only', () => {
    const talk = conversation({ title: 'Old' });
    expect(notices(talk, 'title')).toMatchObject([{ detail: 'Old' }]);
    talk.crash(1, null);
    talk.attach(true);
    expect(notices(talk, 'title')).toHaveLength(1);
  });

  test('of a sub-agent is not ours', () => {
    expect(translated(titled('Look around (@general subagent)', 's2')).drafts).toEqual([]);
  });

  test("does not split the user's message", () => {
    const text = (id: string) => part({ messageID: 'u1', id, type: 'text', text: id });
    const { drafts } = translated(user(), text('one'), titled(PLACEHOLDER), text('two'), assistant());
    expect(drafts).toMatchObject([{ item: { content: [{ text: 'one' }, { text: 'two' }] } }]);
  });
});

describe('a compaction', () => {
  const compaction = (auto: boolean) => part({ messageID: 'u5', id: 'cp', type: 'compaction', auto });
  const compacted = event('session.compacted', { sessionID: 's1' });
  const tokens = { input: 10, output: 3, reasoning: 2, cache: { read: 5, write: 1 } };

  test('is one item that tells what it was about', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, done('a1', { tokens, providerID: 'p', modelID: 'm' }), ...ending)
      .prompt('/compact', 'u5')
      .emit(user('u5'), compaction(false));
    expect(talk.of('item.started').at(-1)?.data.item.content).toEqual([
      { type: 'status', label: 'compaction', detail: 'Compacting the conversation' },
      { type: 'json', json: { trigger: 'manual', before_tokens: 21 } },
    ]);
    expect(notices(talk.emit(compacted), 'compaction')).toEqual([
      {
        detail: 'The conversation was compacted',
        status: 'completed',
        json: { trigger: 'manual', before_tokens: 21 },
      },
    ]);
  });

  test('that does not come to its end has failed', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, compaction(true), ...ending);
    expect(notices(talk, 'compaction')).toMatchObject([{ status: 'failed', json: { trigger: 'auto' } }]);
  });
});

describe('an MCP server that cannot be used', () => {
  const told = (error: string): Notice => ({
    type: 'mcpServers',
    servers: ['demo'],
    failures: [{ server: 'demo', error }],
  });

  test('is announced with its error, once for all connections of the session', () => {
    const talk = conversation().emit(told('ENOENT'));
    talk.crash(1, null);
    talk.attach(true);
    talk.emit(told('ENOENT'), told('timed out'));
    expect(notices(talk, 'mcp')).toEqual(
      ['ENOENT', 'timed out'].map((error) => ({
        detail: `demo: ${error}`,
        status: 'completed',
        json: { server: 'demo', error },
      })),
    );
  });
});

describe('the end of a turn', () => {
  const tokens = { input: 10, output: 3, reasoning: 2, cache: { read: 5, write: 1 } };
  const by = { providerID: 'maker', modelID: 'big/one' };
  const known = { type: 'windowKnown', model: 'maker/big/one', tokens: 1000 } as const;
  const ended = (talk: Conversation) => talk.of('turn.ended').at(-1)?.data.metadata;

  test('tells the model and how full its context is', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, known, done('a1', { tokens, ...by }), idle);
    expect(ended(talk)).toMatchObject({
      model: 'maker/big/one',
      context: { used_tokens: 21, window_tokens: 1000 },
    });
    expect(talk.rig.snapshot.context).toMatchObject({
      model: 'maker/big/one',
      contextUsage: { used_tokens: 21 },
    });
  });

  test('tells nothing of a context whose size is unknown', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, { ...known, model: 'maker/other' }, done('a1', { tokens, ...by }), idle);
    expect(ended(talk)).not.toHaveProperty('context');
  });

  test('tells nothing of a context that was compacted', () => {
    const talk = conversation()
      .prompt()
      .emit(...beginning, known, done('a1', { tokens, ...by }), ...ending)
      .prompt('/compact', 'u5')
      .emit(user('u5', { time: { created: 2000 } }))
      .emit(part({ messageID: 'u5', id: 'cp', type: 'compaction', auto: false }))
      .emit(
        done('a5', {
          parentID: 'u5',
          summary: true,
          tokens,
          ...by,
          time: { created: 2100, completed: 2200 },
        }),
      )
      .emit(
        event('session.compacted', { sessionID: 's1' }),
        event('session.status', { sessionID: 's1', status: { type: 'busy' } }),
        idle,
      );
    expect(ended(talk)).toMatchObject({ usage: { input_tokens: 16 } });
    expect(ended(talk)).not.toHaveProperty('context');
  });

  test('tells nothing of the context of a sub-agent', () => {
    const below = done('b1', { sessionID: 's2', tokens, ...by });
    const talk = conversation()
      .prompt()
      .emit(...beginning, known, below, done('a1', by), idle);
    expect(ended(talk)).toMatchObject({ model: 'maker/big/one', usage: { input_tokens: 16 } });
    expect(ended(talk)).not.toHaveProperty('context');
  });
});
