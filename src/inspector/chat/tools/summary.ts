/** Parses a tool call's arguments; incomplete JSON is returned as text. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Arguments that summarise a call well, the best first. */
const summaryKeys = [
  ...['command', 'cmd', 'file_path', 'notebook_path', 'path', 'paths', 'pattern', 'query', 'url'],
  ...['description', 'task', 'prompt', 'question', 'name', 'id'],
];

/** A tool call's arguments on one line. */
export function summaryOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return oneLine(given);
  const values = given as Record<string, unknown>;
  const key = summaryKeys.find((name) => isNonEmpty(values[name]));
  const value = key === undefined ? Object.values(values).find(isNonEmpty) : values[key];
  return value === undefined ? '' : oneLine(value);
}

/** The shell command that a call runs, if any. */
export function commandOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null) return null;
  const { command, cmd } = given as Record<string, unknown>;
  const found = command ?? cmd;
  if (Array.isArray(found)) return found.join(' ');
  return typeof found === 'string' ? found : null;
}

const isNonEmpty = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0);

function oneLine(value: unknown): string {
  const text =
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(' ') : value;
  const flat = (typeof text === 'string' ? text : (JSON.stringify(text) ?? '')).replace(/\s+/g, ' ').trim();
  return flat.length > 300 ? `${flat.slice(0, 300)}…` : flat;
}
