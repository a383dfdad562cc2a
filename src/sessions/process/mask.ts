/** `MAX_TOKENS` and `KEYBOARD` are no secrets: the word has to end there, or a number or another word to follow. */
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)(?:_|\d|$)/i;

/** Shorter values (`1`, `true`, `none`) are no secrets, and masking them would make the text unreadable. */
const shortestSecret = 8;

const wellKnown = String.raw`(?<=\bsk-)[A-Za-z0-9_-]{8,}|(?<=\b[Bb]earer\s+)[A-Za-z0-9._~+/=-]{8,}`;

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A function that blanks the environment's secrets, and what looks like one, in text for logs and events. */
export function secretMask(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= shortestSecret && secretName.test(name)) values.add(value);
  }
  // The longest first, so that a secret that holds another one leaves no rest.
  const known = [...values].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp([...known, wellKnown].join('|'), 'g');
  return (text) => text.replace(pattern, '***');
}
