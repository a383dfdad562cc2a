import { describe, expect, it } from 'vitest';
import { readFlag, readVariable } from '../../../src/schema/configuration/setting-text.js';
import { settings } from '../../../src/schema/index.js';

const { limits, allowHosts, port, insecure, isolate, maxCostUsd, maxTokens } = settings;

describe('limits', () => {
  it.each([
    ['sessions=1', { sessions: 1 }],
    ['attachment-bytes=4096', { attachmentBytes: 4096 }],
    ['attachment-bytes=5KiB', { attachmentBytes: 5120 }],
    ['attachment-bytes-per-session=2GiB', { attachmentBytesPerSession: 2 * 1024 ** 3 }],
  ])('reads %s', (text, expected) => expect(readFlag(limits, text)).toEqual(expected));

  it('adds to earlier ones, and the last one counts', () => {
    const given = ['sessions=1', 'calls-per-socket=2', 'sessions=3'];
    const all = given.reduce<unknown>((before, text) => readFlag(limits, text, before), undefined);
    expect(all).toEqual({ sessions: 3, callsPerSocket: 2 });
  });

  it.each(['', '=', 'wishes=3', 'attachmentBytes=3', 'constructor=1'])(
    'lists the known names for %j',
    (text) => expect(() => readFlag(limits, text)).toThrow(/attachment-bytes, .*sessions/),
  );

  it.each([
    'sessions',
    'sessions=',
    'sessions=0',
    'sessions=-1',
    'sessions=1.5',
    'sessions=1MB',
    'sessions=9e9',
  ])('refuses %j', (text) => expect(() => readFlag(limits, text)).toThrow('such as sessions=500'));
});

describe('a variable', () => {
  it('has several values, separated by commas', () => {
    expect(readVariable(allowHosts, 'a.example, b.example')).toEqual(['a.example', 'b.example']);
    expect(readVariable(limits, 'sessions=5,open-items=7')).toEqual({ sessions: 5, openItems: 7 });
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('turns a switch on or off: %s', (text, value) => expect(readVariable(insecure, text)).toBe(value));

  it.each([
    [insecure, 'perhaps', '1, true, 0 or false'],
    [port, 'http', '0 to 65535'],
    [isolate, 'maybe', 'process, strict, off, require'],
    [maxCostUsd, '-1', 'an amount such as 5 or 2.50'],
    [maxTokens, '1.5', 'a whole number above 0'],
  ])('refuses what is no value of %o: %s', (setting, text, hint) =>
    expect(() => readVariable(setting, text)).toThrow(hint),
  );
});
