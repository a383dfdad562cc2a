/** A line of output with the value of its JSON; null if it is not JSON. */
export interface ParsedLine {
  text: string;
  json: unknown;
}

export function parsedLine(parts: readonly Uint8Array[]): ParsedLine {
  const text = Buffer.concat(parts).toString();
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: null };
  }
}
