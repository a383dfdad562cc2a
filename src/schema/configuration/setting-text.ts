import { kebabCase, type Limits, limitNames } from '../limits.js';
import type { Setting } from './settings.js';
import { BYTES_FORMAT, bytesOf, DURATION_FORMAT, durationOf } from './units.js';

/** A text is no value of a setting; the message is a sentence that says what is. */
export class SettingError extends Error {}

const limitsByName = new Map(limitNames.map((name) => [kebabCase(name), name]));

const LIMIT_FORMAT = 'a name and a number such as sessions=500 or attachment-bytes=5MiB';

/** The value of one flag. Of those that may be repeated, `before` is what the flags before it gave. */
export function readFlag(setting: Setting, text: string, before?: unknown): unknown {
  switch (setting.kind) {
    case 'list':
      return [...((before as string[] | undefined) ?? []), text];
    case 'limits':
      return { ...(before as Partial<Limits> | undefined), ...limitOf(text) };
    case 'port':
      return /^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : refuse('a number from 0 to 65535');
    case 'duration':
      return durationOf(text) ?? refuse(DURATION_FORMAT);
    case 'bytes':
      return bytesOf(text) ?? refuse(BYTES_FORMAT);
    case 'dollars':
      return /^\d+(\.\d+)?$/.test(text) && Number(text) > 0
        ? Number(text)
        : refuse('an amount such as 5 or 2.50');
    case 'count':
      return (/^\d+$/.test(text) && bytesOf(text)) || refuse('a whole number above 0');
    case 'choice':
      return setting.choices?.includes(text) ? text : refuse(`one of ${setting.choices?.join(', ')}`);
    default:
      return text;
  }
}

/** The value of a variable, in which several are separated by commas. */
export function readVariable(setting: Setting, text: string): unknown {
  if (setting.kind === 'switch') return switches.get(text) ?? refuse('1, true, 0 or false');
  if (setting.kind !== 'list' && setting.kind !== 'limits') return readFlag(setting, text);
  const parts = text.split(',').map((part) => part.trim());
  return parts.reduce<unknown>((before, part) => readFlag(setting, part, before), undefined);
}

const switches = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** `sessions=500` → { sessions: 500 } */
function limitOf(text: string): Partial<Limits> {
  const [name = '', value = ''] = text.split('=', 2);
  const key = limitsByName.get(name);
  if (!key) throw new SettingError(`The limits are ${[...limitsByName.keys()].join(', ')}.`);
  return { [key]: bytesOf(value) ?? refuse(LIMIT_FORMAT) };
}

function refuse(format: string): never {
  throw new SettingError(`It must be ${format}.`);
}
