import type { z } from 'zod';
import type { FileProblem } from './error.js';
import type { ParsedJson, Path } from './json.js';
import { suggestion } from './suggestion.js';

type Issue = z.core.$ZodIssue;

export interface Known {
  /** The keys at a level of the schema; empty if any are allowed. */
  keysAt(path: Path): readonly string[];
  /** The ids of the agents. */
  agents: readonly string[];
}

/** Says of each issue of a schema where it is, and what is allowed there. */
export function problemsOf(error: z.ZodError, json: ParsedJson, known: Known): FileProblem[] {
  const found = error.issues.flatMap((issue) => describe(issue, json, known));
  // Several issues of an agent that does not exist are one problem.
  const byPlace = new Map(found.map((problem) => [`${problem.offset} ${problem.message}`, problem]));
  return [...byPlace.values()];
}

function describe(issue: Issue, json: ParsedJson, known: Known): FileProblem[] {
  const { path } = issue;
  const agent = unknownAgent(path, json.value, known.agents);
  if (agent !== null)
    return [
      {
        offset: json.keyOffset(['agents'], agent),
        key: `agents.${agent}`,
        message: unknown(agent, known.agents, 'agents'),
      },
    ];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      offset: json.keyOffset(path, key),
      key: keyOf([...path, key]),
      message: unknown(key, known.keysAt(path), 'keys here'),
    }));
  return [{ offset: json.offsetOf(path), key: keyOf(path), message: wordsFor(issue) }];
}

/** The name of an agent that neither is part of Greenroom nor says how to talk to it. */
function unknownAgent([first, id]: Path, value: unknown, agents: readonly string[]): string | null {
  if (first !== 'agents' || typeof id !== 'string' || agents.includes(id)) return null;
  const entry = (value as { agents: Record<string, unknown> }).agents[id];
  const isDeclared = typeof entry === 'object' && entry !== null && 'protocol' in entry;
  return isDeclared ? null : id;
}

function unknown(word: string, allowed: readonly string[], what: string): string {
  const meant = suggestion(word, allowed);
  const question = meant === null ? '' : `; did you mean ${meant}?`;
  return `is unknown${question} The ${what} are ${allowed.join(', ')}`.replace(
    /^is unknown The/,
    'is unknown. The',
  );
}

function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`;
    case 'invalid_type':
      return `must be ${names[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.message.startsWith('must') ? issue.message : atLeast(issue);
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'invalid_union':
      return issue.message === 'Invalid input' ? 'must be a text, or {"fromEnv": "NAME"}' : issue.message;
    default:
      return issue.message;
  }
}

function atLeast({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'array') return `must have at least ${minimum} entry`;
  return inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in braces',
  record: 'an object in braces',
};

function keyOf(path: Path): string {
  return path.map(String).join('.');
}
