/** The encodings in which the build leaves each file beside the plain one, with the endings of their names. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

export type Encoding = (typeof encodings)[number];

/** The best encoding that a client accepts; null if it accepts none of ours. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = new Set<string>();
  for (const each of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => Number(parameter.replace('q=', '')) === 0)) accepted.add(name);
  }
  return encodings.find(({ name }) => accepted.has(name)) ?? null;
}
