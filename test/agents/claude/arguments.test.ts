import { expect, test } from 'vitest';
import { argumentsFor } from '../../../src/agents/claude/arguments.js';
import { recording } from './recordings.js';

const plain = {
  model: null,
  variant: null,
  agentMode: 'default',
  permissionMode: 'default',
  directory: '/w',
  resume: null,
  fork: false,
} as const;

const after = (args: string[], flag: string) => args[args.indexOf(flag) + 1];

// An older version exits at an argument that it does not know.
test.each(['2.1.197', '2.1.325'])('builds the arguments of the sessions recorded with %s', (version) => {
  const [meta] = recording(`${version}/a1-text-partial`).lines;
  const recorded = meta?.dir === 'meta' ? meta.argv.slice(1) : [];
  expect(argumentsFor(plain)).toEqual([...recorded, '--permission-mode', 'default']);
});

test('passes the model, the effort and the conversation to resume', () => {
  const args = argumentsFor({ ...plain, model: 'sonnet', variant: 'high', resume: 'abc' });
  expect(args.slice(-6)).toEqual(['--model', 'sonnet', '--effort', 'high', '--resume', 'abc']);
});

test('forks a resumed conversation', () => {
  expect(argumentsFor({ ...plain, resume: 'abc', fork: true }).slice(-3)).toEqual([
    '--resume',
    'abc',
    '--fork-session',
  ]);
});

test.each([
  ['default', 'default', 'default'],
  ['acceptEdits', 'default', 'acceptEdits'],
  ['plan', 'default', 'plan'],
  ['default', 'plan', 'plan'],
  // Not the flag that skips permissions: the connection allows each tool itself.
  ['bypass', 'default', 'default'],
] as const)('permission mode %s in agent mode %s is %s', (permissionMode, agentMode, mode) => {
  const args = argumentsFor({ ...plain, permissionMode, agentMode });
  expect(after(args, '--permission-mode')).toBe(mode);
  expect(args.join(' ')).not.toContain('dangerously');
});
