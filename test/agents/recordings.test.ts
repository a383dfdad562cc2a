import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changesBetween } from '../../src/sessions/index.js';
import { parseRecording, replayed } from '../support/round-trip.js';

const files = readdirSync('fixtures/recordings', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => join('fixtures/recordings', name));

it('there are recordings', () => expect(files).not.toEqual([]));

it.each(files)('%s replays to its events, and all of it is understood', (file) => {
  const { recorded, made } = replayed(parseRecording(readFileSync(file, 'utf8')));
  expect(changesBetween(recorded, made)).toEqual([]);
  expect(made.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
});
