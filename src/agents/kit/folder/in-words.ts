import { plainJson } from '../plain-json.js';

const MAX_LENGTH = 160;
/** More lines than this help nobody to decide. */
const MAX_LINES = 50;

export type Fields = Record<string, unknown>;

/** On one line, cut between code points: it is shown to a human, and anybody may have written it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.slice(0, 2 * MAX_LENGTH).replace(unseen, ' ');
  return line.length <= MAX_LENGTH ? line : `${[...line].slice(0, MAX_LENGTH).join('')}…`;
}

/** Control characters, and those that change the direction of text or have no width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A line for each entry of an object. */
export function each(value: unknown, line: (name: string, entry: unknown) => string | string[]): string[] {
  return Object.entries(fieldsOf(value)).flatMap(([name, entry]) => line(quote(name), entry));
}

/** How each field is described; fields without a description are named. */
export type Descriptions = Readonly<Record<string, (value: unknown) => string[]>>;

/** Settings in JSON or JSONC, field by field. */
export function describeJson(text: string, descriptions: Descriptions): string[] {
  const settings = parsed(text);
  if (settings === undefined) return ['settings that cannot be parsed'];
  const lines = Object.entries(fieldsOf(settings)).flatMap(([name, value]) => {
    if (name === '$schema') return [];
    const describe = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return describe ? describe(value) : [`the setting ${quote(name)}: ${quote(value)}`];
  });
  return shortened(lines);
}

export function shortened(lines: string[]): string[] {
  const left = lines.length - MAX_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MAX_LINES), `and ${left} more`];
}

/** The command line or address of an MCP server. */
export function describeServers(servers: unknown): string[] {
  return each(servers, (name, entry) => {
    const { command, args, url } = fieldsOf(entry);
    const words = [...(Array.isArray(command) ? command : [command]), ...listOf(args)];
    const line = words.filter((word) => typeof word === 'string').join(' ');
    return `the MCP server ${name}: ${quote(line || (url ?? entry))}`;
  });
}

/** Hooks in the form that Claude Code and Codex share. */
export function describeHooks(hooks: unknown): string[] {
  return each(hooks, (event, matchers) =>
    listOf(matchers).flatMap((matcher) =>
      listOf(fieldsOf(matcher).hooks).map((hook) => {
        const { command, url, type } = fieldsOf(hook);
        return `a hook on ${event}: ${quote(command ?? url ?? type ?? hook)}`;
      }),
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(plainJson(text)) as unknown;
  } catch {
    return text.trim() === '' ? {} : undefined;
  }
}
