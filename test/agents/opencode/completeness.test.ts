import { expect, test } from 'vitest';
import { incomplete } from '../../support/completeness.js';
import { nativeFacts } from './native-facts.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

test.each(recordings)('everything that is said in %s is in the stream', (name) => {
  const lines = readRecording(name);
  for (const { info, rig } of replay(lines)) {
    expect(incomplete(nativeFacts(lines, info), rig.events)).toEqual([]);
  }
});
