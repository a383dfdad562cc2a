import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRaws, decodeStates, encodeRaws, encodeStates } from '../../src/log/sqlite/lines.js';

describe('native payloads as lines', () => {
  it('are empty without payloads', () => {
    expect(encodeRaws([])).toBeNull();
    expect(encodeRaws([null, null])).toBeNull();
  });

  it('store a payload shared by neighbours once', () => {
    expect(encodeRaws(['{"a":1}', '{"a":1}', null, null, '{"a":1}'])).toBe('{"a":1}\n^\n\n\n{"a":1}');
  });

  it('round-trip', () => {
    const json = fc.option(fc.oneof(fc.json(), fc.constantFrom('{"a":1}', '"^"', '""', 'null')), {
      nil: null,
    });
    fc.assert(
      fc.property(fc.array(json, { minLength: 1 }), (raws) => {
        const text = encodeRaws(raws);
        expect(text === null ? raws.map(() => null) : decodeRaws(text)).toEqual(raws);
      }),
    );
  });

  it('put a payload with line breaks on one line without changing its meaning', () => {
    const pretty = '{\n  "text": "a\\nb",\r\n  "long": 12345678901234567890\n}';
    const [raw, same] = decodeRaws(encodeRaws([pretty, pretty])!);
    expect(raw).not.toContain('\n');
    expect(raw).toContain('12345678901234567890');
    expect(JSON.parse(raw!)).toEqual(JSON.parse(pretty));
    expect(same).toBe(raw);
  });

  it('keep later payloads intact after one with a NUL, which is not valid JSON', () => {
    expect(decodeRaws(encodeRaws(['{"a":\0 1}', '{}'])!)).toEqual(['{"a":  1}', '{}']);
  });
});

describe('states as lines', () => {
  it('are empty without states', () => {
    expect(encodeStates([])).toBeNull();
  });

  it('round-trip', () => {
    const state = fc.record({ sequence: fc.nat(), value: fc.json() });
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), (states) => {
        expect(decodeStates(encodeStates(states)!)).toEqual(states);
      }),
    );
  });

  it('keep a value with line breaks on one line', () => {
    const [state] = decodeStates(encodeStates([{ sequence: 7, value: '{\n"a":\n1}' }])!);
    expect(state).toEqual({ sequence: 7, value: '{ "a": 1}' });
  });
});
