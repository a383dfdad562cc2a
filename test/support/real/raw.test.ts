import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { rawViolations } from './raw.js';

function event(more: object): UniversalEvent {
  return {
    sequence: 1,
    type: 'error',
    source: 'agent',
    data: {},
    raw: { type: 'result' },
    ...more,
  } as UniversalEvent;
}

describe('raw payloads', () => {
  it('are allowed for events of the agent, and for those derived by the daemon', () => {
    expect(rawViolations([event({}), event({ source: 'daemon' })])).toEqual([]);
    expect(rawViolations([event({ source: 'daemon', type: 'session.started', raw: null })])).toEqual([]);
  });

  it.each([
    ['are missing', { raw: null }, 'has no payload'],
    ['are made up', { raw: { type: 'greenroom.session' } }, 'has a payload of our own'],
    [
      'belong to an event of the daemon itself',
      { source: 'daemon', type: 'session.started' },
      'without a native origin',
    ],
  ])('are a violation if they %s', (_, more, why) => {
    expect(rawViolations([event(more)])).toEqual([expect.stringContaining(why)]);
  });
});
