import { describe, expect, it } from 'vitest';
import { eventText } from '../../src/hub/index.js';
import { batchOf } from './support.js';

describe('eventText', () => {
  const batch = batchOf(1, 3, { raws: ['{"native":"ü\\n"}', null, '"not JSON"'] });

  it('replaces null by the native payload on request', () => {
    expect(JSON.parse(eventText(batch, 0, true))).toEqual({
      sequence: 1,
      text: '',
      raw: { native: 'ü\n' },
    });
    expect(JSON.parse(eventText(batch, 2, true))).toMatchObject({ raw: 'not JSON' });
  });

  it('returns the logged text otherwise, or if there is no payload', () => {
    for (const index of [0, 1, 2]) expect(eventText(batch, index, false)).toBe(batch.events[index]);
    expect(eventText(batch, 1, true)).toBe(batch.events[1]);
  });
});
