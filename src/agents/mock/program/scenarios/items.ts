import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '../turn.js';

/** A status item that is updated once. */
export function status(turn: Turn): void {
  const block = turn.id('status');
  turn.send({ type: 'status', block, label: 'Indexing', detail: '2 files', done: false });
  turn.send({ type: 'status', block, label: 'Indexing', detail: 'Done', done: true });
}

export function system(turn: Turn): void {
  turn.send({ type: 'system', block: turn.id('sys'), text: 'The mock agent is ready to show itself.' });
}

/** An item of unknown kind. */
export function unknown(turn: Turn): void {
  turn.send({
    type: 'custom',
    block: turn.id('custom'),
    name: 'weather',
    payload: { sky: 'clear', wind: 3 },
  });
}

/** One orange pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A message with an image that exists as a file. */
export function image(turn: Turn): void {
  const message = turn.id('msg');
  turn.send({ type: 'image', message, caption: 'A single pixel.', path: imagePath(turn), mime: 'image/png' });
}

function imagePath(turn: Turn): string {
  const { folder } = turn.session.memory;
  // Without a folder the path is a data URL.
  if (folder === null) return `data:image/png;base64,${PNG}`;
  const path = join(folder, 'mock-image.png');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, PNG, 'base64');
  return path;
}
