import { secretPatterns } from './secret-patterns.js';

/** `MAX_TOKENS` and `KEYBOARD` are not secrets: the word must end there, or be followed by a number or another word. */
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)(?:_|\d|$)|_AUTH$/i;

/** Shorter values (`1`, `true`, `none`) are not secrets, and masking them would make the text unreadable. */
const SHORTEST_SECRET = 8;

/** Whether a variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/**
 * Returns a function that masks the secrets of an environment, and texts that look like secrets, in logs and events.
 */
export function secretMask(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= SHORTEST_SECRET && secretName.test(name)) values.add(value);
  }
  // Longest first, so a secret that contains another leaves no remainder.
  const known = [...values].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp([...known, ...secretPatterns.map(({ source }) => source)].join('|'), 'g');
  return (text) => text.replace(pattern, '***');
}
