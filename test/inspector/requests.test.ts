import { describe, expect, it } from 'vitest';
import { activeOf, answersOf, noChoices, pick } from '../../src/inspector/requests/choices.js';
import { permissionDetails, permissionSummary } from '../../src/inspector/requests/permission-details.js';
import type { PermissionData, Question } from '../../src/schema/index.js';

const permission = (action: string, metadata: PermissionData['metadata']): PermissionData => ({
  permission_id: 'p',
  action,
  status: 'requested',
  metadata,
});

describe('permission details', () => {
  it('contain a command, given as text or as a list', () => {
    expect(permissionSummary(permissionDetails(permission('command_execution', { command: 'rm x' })))).toBe(
      'rm x',
    );
    expect(
      permissionSummary(permissionDetails(permission('command_execution', { command: ['rm', 'x'] }))),
    ).toBe('rm x');
  });

  it('contain files, under either name', () => {
    expect(permissionDetails(permission('file_change', { path: 'a.ts' }))).toMatchObject({
      title: 'Change files?',
      paths: ['a.ts'],
    });
    expect(
      permissionSummary(permissionDetails(permission('file_change', { paths: ['a', 'b'], path: 'a' }))),
    ).toBe('a, b');
  });

  it('handle unknown actions', () => {
    const about = permissionDetails(
      permission('launch_rocket', { input: { to: 'moon' }, paths: [7], diff: '' }),
    );
    expect(about).toMatchObject({ title: 'Launch rocket?', input: { to: 'moon' }, paths: [], diff: null });
    expect(permissionSummary(about)).toBe('Launch rocket');
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
