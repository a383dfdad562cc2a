import { describe, expect, it } from 'vitest';
import { formContent } from '../../../src/agents/kit/elicitation-form.js';

describe('an elicitation without fields', () => {
  it.each([
    [[['accept']], {}],
    [[['decline']], null],
    [[[]], null],
    [[], null],
  ])('is accepted only if the human says so: %j', (answers, content) => {
    for (const schema of [null, { properties: {} }]) expect(formContent(schema, answers)).toEqual(content);
  });
});

describe('a form', () => {
  it('leaves out fields without an answer', () => {
    const schema = { properties: { name: { type: 'string' }, count: { type: 'integer' } } };
    expect(formContent(schema, [['Ada']])).toEqual({ name: 'Ada' });
    expect(formContent(schema, [[], ['3']])).toEqual({ count: 3 });
  });
});
