import { expect, it } from 'vitest';
import { ageText } from '../../../src/cli/sessions/age.js';
import { answersOf } from '../../../src/cli/sessions/answers.js';
import { costText } from '../../../src/cli/sessions/cost.js';
import { findRequest, type Pending } from '../../../src/cli/sessions/find-request.js';
import { folderText } from '../../../src/cli/sessions/folder-text.js';
import { parseSince } from '../../../src/cli/sessions/since.js';

it.each([
  [0, 'now'],
  [999, 'now'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_600_000 * 23, '23 h'],
  [86_400_000 * 9, '9 d'],
  [-5000, 'now'],
])('an age of %i ms is %s', (ms, text) => {
  expect(ageText(1000, 1000 + ms)).toBe(text);
});

it('a cost of nothing is empty, and a small one is not zero', () => {
  expect([0, 0.001, 0.01, 12.345].map(costText)).toEqual(['', '< $0.01', '$0.01', '$12.35']);
});

it('a folder is relative to the home folder, if it is in there', () => {
  expect(folderText('/home/me', '/home/me')).toBe('~');
  expect(folderText('/home/me/a', '/home/me')).toBe('~/a');
  expect(folderText('/home/meadow', '/home/me')).toBe('/home/meadow');
  expect(folderText('/srv', '/')).toBe('/srv');
  expect(folderText(null, '/home/me')).toBe('');
});

it('a beginning is a sequence, a duration before now or a time', () => {
  expect(parseSince('12', 5000)).toEqual({ sequence: 12 });
  expect(parseSince('2s', 5000)).toEqual({ time: 3000 });
  expect(parseSince('2026-01-31T12:00:00Z')).toEqual({ time: Date.UTC(2026, 0, 31, 12) });
  for (const text of ['', 'soon', '1.5h', '2026-99-99']) expect(() => parseSince(text)).toThrow('must be');
});

const question = (labels: string[], multi_select = false) => ({
  header: '',
  prompt: '?',
  options: labels.map((label) => ({ label, description: '' })),
  multi_select,
});

it('an answer is a label before it is a number, and any text where there are no options', () => {
  const numbers = question(['2', '1']);
  expect(answersOf([numbers], ['1'])).toEqual([['1']]);
  expect(answersOf([question([])], ['7'])).toEqual([['7']]);
  expect(answersOf([question(['A, b', 'C'], true)], ['a, B'])).toEqual([['A, b']]);
  expect(answersOf([question(['A', 'B'], true), question(['C'])], ['2,1', ''])).toEqual([['B', 'A'], []]);
  expect(() => answersOf([question(['A'], true)], ['1,2'])).toThrow('no option has the number 2');
});

it('a request is named before it is guessed', () => {
  const pending = (id: string) => ({ id, type: 'permission' }) as Pending;
  const [one, ten] = [pending('perm_abc_1'), pending('perm_abc_10')];
  expect(findRequest([one, ten], ['perm_abc_1', 'once'])).toEqual({ request: one, answer: ['once'] });
  expect(findRequest([one], ['once'])).toEqual({ request: one, answer: ['once'] });
  expect(() => findRequest([one], ['ques_abc_2', 'Red'])).toThrow('ques_abc_2 is not pending');
  expect(() => findRequest([one, ten], ['perm_a', 'once'])).toThrow('2 requests begin with perm_a');
  expect(() => findRequest([], ['once'])).toThrow('no request is pending');
});
