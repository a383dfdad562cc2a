import { z } from 'zod';

/** Where a value belongs in the body of a request: `['mcp', 'docs', 'headers', 'Authorization']`. */
export const Place = z.array(z.union([z.string(), z.int()]));
export type Place = z.infer<typeof Place>;

/** For people, and to compare places. */
export function nameOf(place: Place): string {
  return place.join('.');
}
