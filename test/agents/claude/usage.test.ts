import { describe, expect, test } from 'vitest';
import { assistant, draftsOf, result, stream, system, text } from './native-lines.js';

const metadata = (...lines: object[]) => draftsOf('turn.ended', ...lines).at(-1)?.metadata;

const init = system('init', { model: 'claude-opus-4-8[1m]' });
const said = (usage?: object, more: object = {}) => {
  const line = assistant('m1', text('hi'), more);
  return { ...line, message: { ...line.message, model: 'claude-opus-4-8', usage } };
};
const ended = (more: object = {}) =>
  result({ modelUsage: { 'claude-opus-4-8[1m]': { contextWindow: 1000 } }, ...more });

describe('usage', () => {
  test('counts cached input, and the thoughts of all models', () => {
    const model = {
      inputTokens: 10,
      cacheReadInputTokens: 300,
      cacheCreationInputTokens: 20,
      outputTokens: 7,
      thinkingTokens: 4,
      costUSD: 0,
    };
    const { thinkingTokens: _, ...older } = model;
    expect(metadata(result({ model_usage_since_last_result: { a: model, b: older } }))?.usage).toEqual({
      input_tokens: 660,
      cached_tokens: 600,
      cache_write_tokens: 40,
      output_tokens: 14,
      reasoning_tokens: 4,
    });
  });

  test('of the main loop is all that older versions tell', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 300,
      cache_creation_input_tokens: 20,
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 2 },
    };
    expect(metadata(result({ usage }))?.usage).toEqual({
      input_tokens: 330,
      cached_tokens: 300,
      cache_write_tokens: 20,
      output_tokens: 7,
      reasoning_tokens: 2,
    });
  });

  test('is absent if the CLI has counted nothing', () => {
    const usage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };
    expect(metadata(result({ usage, model_usage_since_last_result: {} }))).not.toHaveProperty('usage');
    expect(metadata(result())).not.toHaveProperty('usage');
  });
});

describe('context', () => {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 300,
    cache_creation_input_tokens: 20,
    output_tokens: 1,
  };

  test('is what the last message has read and written', () => {
    expect(metadata(init, said(usage), ended())?.context).toEqual({ used_tokens: 421, window_tokens: 1000 });
    const final = stream.measure({ output_tokens: 7 });
    expect(metadata(init, stream.start('m1'), said(usage), final, ended())?.context).toEqual({
      used_tokens: 427,
      window_tokens: 1000,
    });
  });

  test('is that of the main thread', () => {
    const sender = { agent_id: 'sub', parent_tool_use_id: 't1' };
    const sub = [said({ input_tokens: 5 }, sender), stream.measure({ output_tokens: 9 }, sender)];
    expect(metadata(init, said(usage), ...sub, ended())?.context).toMatchObject({ used_tokens: 421 });
    expect(metadata(init, ...sub, ended())).not.toHaveProperty('context');
  });

  test('shrinks with a compaction, and is unknown after a reset', () => {
    const compact_metadata = { trigger: 'manual', pre_tokens: 427, post_tokens: 30 };
    const boundary = system('compact_boundary', { compact_metadata });
    expect(metadata(init, said(usage), boundary, ended())?.context).toMatchObject({ used_tokens: 30 });
    const reset = { type: 'conversation_reset', uuid: 'u1', session_id: 's1' };
    expect(metadata(init, said(usage), reset, ended())).not.toHaveProperty('context');
  });

  test('is absent without the size of the window', () => {
    expect(metadata(init, said(usage), result())).not.toHaveProperty('context');
    const other = { modelUsage: { 'claude-haiku-5-5': { contextWindow: 9 } } };
    expect(metadata(init, said(usage), ended(other))).not.toHaveProperty('context');
  });
});
