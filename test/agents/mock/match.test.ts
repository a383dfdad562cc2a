import { expect, test } from 'vitest';
import { match } from '../../../src/agents/mock/program/match.js';
import { messages, words } from '../../../src/agents/mock/program/scenarios/index.js';
import { say } from '../../../src/agents/mock/program/scenarios/text.js';

test('the whole message is matched first, trimmed and in any case', () => {
  const scenario = messages.get('provide a short status update.');
  expect(match('  PROVIDE a short Status Update.\n')).toEqual({ scenario, rest: '' });
});

test('then the first word, in any case, and the rest keeps its own', () => {
  expect(match(' Shell  Echo "A  B"\nls ')).toEqual({
    scenario: words.get('shell'),
    rest: 'Echo "A  B"\nls',
  });
});

test('a word that only begins like a command is no command', () => {
  expect(match('toolbox')).toEqual({ scenario: say, rest: 'toolbox' });
  expect(match('constructor')).toEqual({ scenario: say, rest: 'constructor' });
});

test('anything else is said back', () => {
  expect(match(' Hello,\n world ')).toEqual({ scenario: say, rest: 'Hello,\n world' });
  expect(match('')).toEqual({ scenario: say, rest: '' });
});

test('a count is asked for by the whole message only', () => {
  expect(match('How many').scenario).toBe(messages.get('count'));
  expect(match('count to ten')).toEqual({ scenario: say, rest: 'count to ten' });
});
