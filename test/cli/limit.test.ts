import { expect, it } from 'vitest';
import { addLimit, describeLimits } from '../../src/cli/limit.js';

it.each([
  ['sessions=1', { sessions: 1 }],
  ['attachment-bytes=4096', { attachmentBytes: 4096 }],
  ['attachment-bytes=5KiB', { attachmentBytes: 5120 }],
  ['attachment-bytes-per-session=2GiB', { attachmentBytesPerSession: 2 * 1024 ** 3 }],
])('reads %s', (text, limits) => expect(addLimit(text, {})).toEqual(limits));

it('adds to earlier limits, and the last one counts', () => {
  const given = ['sessions=1', 'calls-per-socket=2', 'sessions=3'];
  let limits = {};
  for (const text of given) limits = addLimit(text, limits);
  expect(limits).toEqual({ sessions: 3, callsPerSocket: 2 });
});

it.each(['', '=', 'wishes=3', 'attachmentBytes=3', 'constructor=1'])('lists the known names for %j', (text) =>
  expect(() => addLimit(text, {})).toThrow(/attachment-bytes, .*sessions/),
);

it.each([
  'sessions',
  'sessions=',
  'sessions=0',
  'sessions=-1',
  'sessions=1.5',
  'sessions=1MB',
  'sessions=9e9',
])('refuses %j', (text) => expect(() => addLimit(text, {})).toThrow('such as sessions=500'));

it('describes all of them with their defaults', () => {
  expect(describeLimits()).toMatch(/^ {2}attachment-bytes +20MiB$/m);
  expect(describeLimits()).toMatch(/^ {2}sessions +100000$/m);
});
