import { describe, expect, it } from 'vitest';
import { aboutOf, subjectOf } from '../../src/inspector/requests/about.js';
import { activeOf, answersOf, noChoices, pick } from '../../src/inspector/requests/choices.js';
import type { PermissionData, Question } from '../../src/schema/index.js';

const permission = (action: string, metadata: PermissionData['metadata']): PermissionData => ({
  permission_id: 'p',
  action,
  status: 'requested',
  metadata,
});

describe('what a permission is about', () => {
  it('is a command, in one piece or in words', () => {
    expect(subjectOf(aboutOf(permission('command_execution', { command: 'rm x' })))).toBe('rm x');
    expect(subjectOf(aboutOf(permission('command_execution', { command: ['rm', 'x'] })))).toBe('rm x');
  });

  it('is files, by either name', () => {
    expect(aboutOf(permission('file_change', { path: 'a.ts' }))).toMatchObject({
      title: 'Change files?',
      paths: ['a.ts'],
    });
    expect(subjectOf(aboutOf(permission('file_change', { paths: ['a', 'b'], path: 'a' })))).toBe('a, b');
  });

  it('is whatever an agent makes up, too', () => {
    const about = aboutOf(permission('launch_rocket', { input: { to: 'moon' }, paths: [7], diff: '' }));
    expect(about).toMatchObject({ title: 'Launch rocket?', input: { to: 'moon' }, paths: [], diff: null });
    expect(subjectOf(about)).toBe('Launch rocket');
  });
});

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

  it('are one of many where one is wanted, and as many as are ticked where many are', () => {
    let choices = noChoices([question(false), question(true)]);
    for (const label of ['a', 'b']) choices = pick(choices, 0, label, false);
    for (const label of ['a', 'b', 'a']) choices = pick(choices, 1, label, true);
    expect(answersOf(choices)).toEqual([['b'], ['b']]);
  });

  it('have own words after what was ticked', () => {
    const [chosen] = pick(noChoices([question(true)]), 0, 'a', true);
    expect(answersOf([{ ...chosen!, words: '  and more ' }])).toEqual([['a', 'and more']]);
  });

  it('are chosen by digits in the first question without one, and then in the last', () => {
    let choices = noChoices([question(false), question(true)]);
    expect(activeOf(choices)).toBe(0);
    choices = pick(choices, 0, 'a', false);
    expect(activeOf(choices)).toBe(1);
    expect(activeOf(pick(choices, 1, 'b', true))).toBe(1);
  });
});
