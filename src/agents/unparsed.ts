import { createHash } from 'node:crypto';
import type { Draft } from '../schema/index.js';

/** What an agent sent and we do not understand. It may hold anything, so that only its fingerprint is told. */
export function unparsed(location: string, text: string, error: string): Draft {
  const raw_hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { type: 'agent.unparsed', error, location, raw_hash };
}
