import { expect, test } from 'vitest';
import { match } from '../../../src/agents/mock/program/match.js';
import { scenarioByMessage, scenarioByWord } from '../../../src/agents/mock/program/scenarios/index.js';
import { say } from '../../../src/agents/mock/program/scenarios/text.js';

test('matches the whole message first, trimmed and case-insensitively', () => {
  const scenario = scenarioByMessage.get('provide a short status update.');
  expect(match('  PROVIDE a short Status Update.\n')).toEqual({ scenario, rest: '' });
});

test('then matches the first word, and keeps the case of the rest', () => {
  expect(match(' Shell  Echo "A  B"\nls ')).toEqual({
    scenario: scenarioByWord.get('shell'),
    rest: 'Echo "A  B"\nls',
  });
});

test('takes a slash before the first word', () => {
  expect(match('/say hello')).toEqual({ scenario: scenarioByWord.get('say'), rest: 'hello' });
  expect(match('/etc/hosts')).toEqual({ scenario: say, rest: '/etc/hosts' });
});

test('does not match a prefix of a word', () => {
  expect(match('toolbox')).toEqual({ scenario: say, rest: 'toolbox' });
  expect(match('constructor')).toEqual({ scenario: say, rest: 'constructor' });
});

test('echoes anything else', () => {
  expect(match(' Hello,\n world ')).toEqual({ scenario: say, rest: 'Hello,\n world' });
  expect(match('')).toEqual({ scenario: say, rest: '' });
});

test('matches count only as the whole message', () => {
  expect(match('How many').scenario).toBe(scenarioByMessage.get('count'));
  expect(match('count to ten')).toEqual({ scenario: say, rest: 'count to ten' });
});
