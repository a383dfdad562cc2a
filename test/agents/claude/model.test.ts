import { describe, expect, test } from 'vitest';
import { isSameModel } from '../../../src/agents/claude/model.js';
import { assistant, draftsOf, result, session, system, text } from './native-lines.js';

describe('names of a model', () => {
  test.each([
    ['claude-opus-4-8[1m]', 'claude-opus-4-8'],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['my-model', 'my-model'],
  ])('%s is %s', (one, other) => {
    expect(isSameModel(one, other)).toBe(true);
    expect(isSameModel(other, one)).toBe(true);
  });

  test.each([
    ['claude-opus-4', 'claude-opus-4-8'],
    ['claude-opus-4-8', 'claude-haiku-4-8'],
    ['my-model', 'my-model-2'],
  ])('%s is not %s', (one, other) => {
    expect(isSameModel(one, other)).toBe(false);
  });
});

const init = system('init', { model: 'claude-opus-4-8[1m]' });
const saidBy = (model: string) => {
  const line = assistant('m1', text('hi'));
  return { ...line, message: { ...line.message, model } };
};

describe('the model of a turn', () => {
  const model = (...lines: object[]) => draftsOf('turn.ended', ...lines).at(-1)?.metadata?.model;

  test('is the one that answered, by its name in the CLI', () => {
    expect(model(init, saidBy('claude-opus-4-8'), result())).toBe('claude-opus-4-8[1m]');
    expect(model(init, saidBy('claude-haiku-4-5'), result())).toBe('claude-haiku-4-5');
  });

  test('is unknown if none has answered', () => {
    expect(model(init, saidBy('claude-opus-4-8'), result(), init, result())).toBeUndefined();
  });
});

describe('another model', () => {
  const settings = (model: string) => ({
    type: 'control_response',
    response: { subtype: 'success', request_id: 'r1', response: { effective: {}, applied: { model } } },
  });
  const models = (...lines: object[]) => session(...lines).snapshot.context.model;
  const notices = (...lines: object[]) =>
    draftsOf('item.completed', ...lines).flatMap(({ item }) =>
      item.kind === 'status' ? [item.content] : [],
    );

  test('after a command is announced once', () => {
    const lines = [init, result(), settings('claude-haiku-5-5'), settings('claude-haiku-5-5')];
    expect(notices(...lines)).toEqual([
      [
        { type: 'status', label: 'model', detail: 'claude-haiku-5-5' },
        { type: 'json', json: { model: 'claude-haiku-5-5' } },
      ],
    ]);
    expect(models(...lines)).toBe('claude-haiku-5-5');
    expect(notices(init, settings('claude-opus-4-8[1m]'))).toEqual([]);
  });

  test('that the CLI falls back to is announced in its words', () => {
    const fallback = { original_model: 'a', fallback_model: 'b', content: 'Switched to B' };
    for (const subtype of ['model_fallback', 'model_refusal_fallback']) {
      expect(notices(init, system(subtype, fallback))).toMatchObject([
        [{ label: 'model', detail: 'Switched to B' }, { json: { model: 'b' } }],
      ]);
      expect(models(init, system(subtype, fallback))).toBe('b');
    }
    const local = system('model_refusal_fallback', { ...fallback, scope: 'local' });
    expect(notices(init, local)).toEqual([]);
  });
});
