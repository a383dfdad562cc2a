import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '../turn.js';

/** A status that changes and is done. */
export function status(turn: Turn): void {
  const block = turn.id('status');
  turn.send({ type: 'status', block, label: 'Indexing', detail: '2 files', done: false });
  turn.send({ type: 'status', block, label: 'Indexing', detail: 'Done', done: true });
}

/** A notice that neither side of the conversation said. */
export function system(turn: Turn): void {
  turn.send({ type: 'system', block: turn.id('sys'), text: 'The mock agent is ready to show itself.' });
}

/** Something that no reader has a picture of. */
export function unknown(turn: Turn): void {
  turn.send({
    type: 'custom',
    block: turn.id('custom'),
    name: 'weather',
    payload: { sky: 'clear', wind: 3 },
  });
}

/** One orange pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A message with a picture that really is there. */
export function image(turn: Turn): void {
  const message = turn.id('msg');
  turn.send({ type: 'image', message, caption: 'A single pixel.', path: picture(turn), mime: 'image/png' });
}

function picture(turn: Turn): string {
  const { folder } = turn.session.memory;
  // With no place to put a file the picture is its own path.
  if (folder === null) return `data:image/png;base64,${png}`;
  const path = join(folder, 'mock-image.png');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, png, 'base64');
  return path;
}
