import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { delta } from '../../../src/agents/kit/drafts.js';
import { field, nativeParser } from '../../../src/agents/kit/native.js';
import { defineTranslator, type Rooted } from '../../../src/agents/kit/translator.js';

const schemas = { say: z.object({ text: z.string() }), count: z.object({}) };
const parser = nativeParser(schemas, { nameOf: (value) => String(field(value, 'type')) });

type Notice = { type: 'restarted'; times: number };

interface Counted extends Rooted {
  count: number;
}
const counted = (count: number): Counted => ({ roots: [], count });

const translator = defineTranslator<Counted, typeof schemas, Notice>({
  agent: 'sample',
  initial: counted(0),
  parser,
  cases: {
    say: ({ text }) => [delta('k', text)],
    count: (_, { count }) => ({ state: counted(count + 1), drafts: [] }),
  },
  notices: {
    restarted: ({ times }, { count }) => ({ state: counted(count + times), drafts: [delta('k', 'again')] }),
  },
  dropped: (name) => name === 'ping',
});

const translate = (value: unknown, count = 0) =>
  translator.translate(counted(count), {
    from: 'agent',
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });

describe('a payload', () => {
  test('is translated by the case of its name', () => {
    expect(translate({ type: 'say', text: 'a' })).toEqual({ state: counted(0), drafts: [delta('k', 'a')] });
    expect(translate({ type: 'count' }, 4)).toEqual({ state: counted(5), drafts: [] });
  });

  test('is ignored if its name is ignored on purpose', () => {
    expect(translate({ type: 'ping' }).drafts).toEqual([]);
  });

  test.each([
    ['{', 'not JSON'],
    ['7', 'not a JSON object'],
    ['{"type":"mystery"}', 'unknown message "mystery"'],
    ['{"type":"constructor"}', 'unknown message "constructor"'],
    ['{"type":"say"}', 'malformed say'],
  ])('%s is unparsed and keeps the state', (text, error) => {
    const { state, drafts } = translate(text, 3);
    expect(state).toEqual(counted(3));
    expect(drafts).toMatchObject([
      { type: 'agent.unparsed', location: 'sample', error: expect.stringContaining(error) },
    ]);
  });

  test('is not parsed again if the connection has parsed it', () => {
    const parsed = parser.parse('{"type":"say","text":"parsed"}');
    const { drafts } = translator.translate(counted(0), { from: 'agent', text: 'not looked at', parsed });
    expect(drafts).toEqual([delta('k', 'parsed')]);
  });
});

describe('a notice', () => {
  test('is translated by the case of its type', () => {
    const notice = { type: 'restarted', times: 2 } as const;
    expect(translator.translate(counted(1), { from: 'connection', notice })).toEqual({
      state: counted(3),
      drafts: [delta('k', 'again')],
    });
  });

  test('without a case throws', () => {
    const notice = { type: 'surprise' } as unknown as Notice;
    expect(() => translator.translate(counted(1), { from: 'connection', notice })).toThrow(
      'unknown notice surprise',
    );
  });
});

test('the before hook gets the message and can change the state', () => {
  const hooked = defineTranslator<Counted, typeof schemas>({
    agent: 'sample',
    initial: counted(0),
    parser,
    cases: {
      say: ({ text }, { count }) => [delta('k', `${text}${count}`)],
      count: () => [],
    },
    before: ({ name }, { count }) =>
      name === 'say' ? { state: counted(count + 10), drafts: [delta('k', 'first')] } : [],
  });
  expect(hooked.translate(counted(1), { from: 'agent', text: '{"type":"say","text":"a"}' })).toEqual({
    state: counted(11),
    drafts: [delta('k', 'first'), delta('k', 'a11')],
  });
});

test("the first state knows the session's folder", () => {
  expect(translator.initial(['/work']).roots).toEqual(['/work']);
  expect(translator.initial().roots).toEqual([]);
});
