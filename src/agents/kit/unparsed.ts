import { createHash } from 'node:crypto';
import type { Draft } from '../../schema/index.js';

/** A payload that could not be parsed. It may contain secrets, so only a hash is shown. */
export function unparsed(location: string, text: string, error: string): Draft {
  const raw_hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { type: 'agent.unparsed', error, location, raw_hash };
}
