/** Looks up an untrusted key. Only own keys count: a provider may use an id such as `constructor`. */
export function at<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A copy without the given keys; the same record if it has none of them. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  ...keys: readonly string[]
): Readonly<Record<string, T>> {
  if (!keys.some((key) => Object.hasOwn(record, key))) return record;
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
}

/** Omits null and undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as never;
}
