import { resolve } from 'node:path';
import { readRegularFile } from '../../agents/agent.js';
import type { EventLog } from '../../log/index.js';
import type { SessionInfo, UniversalEvent, UniversalItem } from '../../schema/index.js';
import { batches } from './batches.js';
import { rasterType } from './raster.js';

/** Larger files are not shown. */
const MAX_BYTES = 20 * 1024 * 1024;

export interface Image {
  type: string;
  content: Buffer;
}

/**
 * An image in an item of a session; null if there is none, or it cannot be shown. Paths are only taken from the log,
 * never from a client.
 */
export async function imageOf(
  log: EventLog,
  { sessionId, directory }: SessionInfo,
  itemId: string,
  index: number,
): Promise<Image | null> {
  const item = await findItem(log, sessionId, itemId);
  const images = item?.content.filter((part) => part.type === 'image');
  const image = images?.[index];
  return image ? readImage(resolve(directory ?? '', image.path)) : null;
}

async function findItem(log: EventLog, sessionId: string, itemId: string): Promise<UniversalItem | null> {
  const id = JSON.stringify(itemId);
  for await (const batch of batches(log, sessionId, false)) {
    for (const text of batch.events) {
      // A text search avoids parsing most events.
      if (!text.includes(id) || !text.includes('"item.completed"')) continue;
      const event = JSON.parse(text) as UniversalEvent;
      if (event.type === 'item.completed' && event.data.item.item_id === itemId) return event.data.item;
    }
  }
  return null;
}

async function readImage(path: string): Promise<Image | null> {
  const content = await readRegularFile(path, MAX_BYTES);
  if (typeof content === 'string') return null;
  const type = rasterType(content);
  return type === null ? null : { type, content };
}
