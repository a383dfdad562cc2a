import { expect, test } from 'vitest';
import { incomplete } from '../../support/completeness.js';
import { factsIn } from './facts.js';
import { type Message, readRecording, recordings, threadOf } from './recording.js';
import { replay } from './replay.js';

test.each(recordings)('%s: all that was said is in the stream', (name) => {
  for (const { thread, received, rig } of replay(readRecording(name))) {
    const messages = received.map((text) => JSON.parse(text) as Message);
    expect(incomplete(factsIn(messages, thread), rig.events)).toEqual([]);
  }
});

test.each(recordings.filter((name) => name.startsWith('s-agents')))(
  '%s: the session hears all items of its sub-agents',
  (name) => {
    const lines = readRecording(name);
    const items = lines.filter(
      ({ dir, ...line }) => dir === 'out' && 'message' in line && line.message?.params?.item,
    );
    const threads = new Set(
      items.map((line) => ('message' in line && line.message ? threadOf(line.message) : null)),
    );
    const [session] = replay(lines);
    expect(threads.size).toBeGreaterThan(1);
    expect(session!.received.filter((text) => JSON.parse(text).params?.item)).toHaveLength(items.length);
  },
);
