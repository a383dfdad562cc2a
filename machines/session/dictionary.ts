/**
 * A persistent dictionary: a change copies one of its buckets, so that it costs little however many entries there are,
 * and earlier versions stay as they were. Made of arrays, since copying an object of many keys takes far longer. Plain
 * data, which can be stored as JSON.
 */
export type Dictionary<T> = readonly Bucket<T>[];
type Bucket<T> = readonly Entry<T>[];

interface Entry<T> {
  readonly key: string;
  readonly value: T;
}

const BUCKETS = 64;

export const emptyDictionary: Dictionary<never> = Array.from({ length: BUCKETS }, () => []);

export function entryAt<T>(dictionary: Dictionary<T>, key: string): T | undefined {
  for (const entry of dictionary[bucketOf(key)]!) if (entry.key === key) return entry.value;
  return undefined;
}

export function withEntry<T>(dictionary: Dictionary<T>, key: string, value: T): Dictionary<T> {
  const at = bucketOf(key);
  const bucket = dictionary[at]!.slice();
  const known = bucket.findIndex((entry) => entry.key === key);
  bucket[known < 0 ? bucket.length : known] = { key, value };
  return withBucket(dictionary, at, bucket);
}

export function withoutEntry<T>(dictionary: Dictionary<T>, key: string): Dictionary<T> {
  const at = bucketOf(key);
  return withBucket(
    dictionary,
    at,
    dictionary[at]!.filter((entry) => entry.key !== key),
  );
}

export function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

function withBucket<T>(dictionary: Dictionary<T>, at: number, bucket: Bucket<T>): Dictionary<T> {
  const copy = dictionary.slice();
  copy[at] = bucket;
  return copy;
}

function bucketOf(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
