import { InvalidArgumentError, Option } from 'commander';
import type { Scope } from '../../schema/index.js';
import { parseDuration } from '../terminal/duration.js';

const scopes = ['read', 'send', 'approve', 'admin'] as const satisfies readonly Scope[];

export function scopesOption(): Option {
  return new Option(
    '--scopes <scopes>',
    `what it may do: ${scopes.join(', ')}; separated by commas`,
  ).argParser((text) => {
    const given = text.split(',').map((each) => each.trim());
    const unknown = given.find((each) => !(scopes as readonly string[]).includes(each));
    if (unknown === undefined) return given;
    throw new InvalidArgumentError(`"${unknown}" is none of ${scopes.join(', ')}.`);
  });
}

export function expiresOption(): Option {
  return new Option(
    '--expires <duration>',
    'how long it is valid, such as 12h or 30d (default: until revoked)',
  ).argParser(parseDuration);
}
