import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/schema/index.js';
import { activeOf, answersOf, noChoices, pick } from '../../src/text/choices.js';

describe('answers to questions', () => {
  const question = (multi_select: boolean): Question => ({
    header: '',
    prompt: '?',
    options: [
      { label: 'a', description: '' },
      { label: 'b', description: '' },
    ],
    multi_select,
  });

  it('are exclusive or multiple, as the question allows', () => {
    let choices = noChoices([question(false), question(true)]);
    for (const label of ['a', 'b']) choices = pick(choices, 0, label, false);
    for (const label of ['a', 'b', 'a']) choices = pick(choices, 1, label, true);
    expect(answersOf(choices)).toEqual([['b'], ['b']]);
  });

  it('have free text after the picked options', () => {
    const [chosen] = pick(noChoices([question(true)]), 0, 'a', true);
    expect(answersOf([{ ...chosen!, text: '  and more ' }])).toEqual([['a', 'and more']]);
  });

  it('are picked by digits in the first unanswered question, then in the last', () => {
    let choices = noChoices([question(false), question(true)]);
    expect(activeOf(choices)).toBe(0);
    choices = pick(choices, 0, 'a', false);
    expect(activeOf(choices)).toBe(1);
    expect(activeOf(pick(choices, 1, 'b', true))).toBe(1);
  });
});
