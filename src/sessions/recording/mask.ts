/** Keys of known providers, whoever they belong to. */
const KEYS: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,256}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,256}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,256}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,256}/g,
  /\bAKIA[A-Z0-9]{16}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bBearer [A-Za-z0-9._~+/=-]{8,2048}/g,
  /\beyJ[A-Za-z0-9_-]{10,2048}\.[A-Za-z0-9_-]{10,4096}\.[A-Za-z0-9_-]{10,2048}/g,
];

/** Shorter values are words that stand elsewhere, too. */
const SHORTEST = 6;
/** JSON in JSON in JSON. */
const NESTING = 3;

/**
 * Replaces secrets in lines of JSON by stars, as many as they have characters: offsets and lengths, which agents send,
 * stay right.
 */
export function masker(values: readonly string[]): (line: string) => string {
  const known = values.filter(({ length }) => length >= SHORTEST);
  // Whatever stands for it in JSON, it is as long as the value when it is read.
  const forms = known.flatMap((value) =>
    escaped(value).map((form) => [form, '*'.repeat(value.length)] as const),
  );
  const secrets = [...new Map(forms)].sort(([a], [b]) => b.length - a.length);
  return (line) => {
    let masked = line;
    for (const [secret, replacement] of secrets) masked = masked.replaceAll(secret, replacement);
    for (const key of KEYS) masked = masked.replace(key, stars);
    return masked;
  };
}

/** A value as it stands in JSON, and in JSON that is a text in JSON. */
function escaped(value: string): string[] {
  const forms = [value];
  for (let level = 0; level < NESTING; level++) forms.push(JSON.stringify(forms.at(-1)).slice(1, -1));
  return forms;
}

function stars(found: string): string {
  return found.startsWith('Bearer ') ? `Bearer ${'*'.repeat(found.length - 7)}` : '*'.repeat(found.length);
}
