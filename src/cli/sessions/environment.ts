import { InvalidArgumentError } from 'commander';

type Variables = Record<string, string>;

/** An option's value: `KEY=VALUE`, or `KEY` for the value that it has here, which is then on no command line. */
export function parseVariable(text: string, before: Variables = {}): Variables {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  if (name === '') throw new InvalidArgumentError('must be KEY or KEY=VALUE.');
  const value = at < 0 ? process.env[name] : text.slice(at + 1);
  if (value === undefined) throw new InvalidArgumentError(`${name} is not set in this environment.`);
  return { ...before, [name]: value };
}
