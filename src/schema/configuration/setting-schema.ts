import { z } from 'zod';
import { kebabCase, limitNames, limitTable } from '../limits.js';
import type { Kind, Setting } from './settings.js';
import { BYTES_FORMAT, bytesOf, bytesText, DURATION_FORMAT, durationOf } from './units.js';

const Text = z.string().min(1, 'must not be empty');
const Count = z.int().positive();

const Duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, `must be ${DURATION_FORMAT}`)
  .refine((text) => durationOf(text) !== null, `must be ${DURATION_FORMAT}`);

const ByteText = z
  .string()
  .regex(/^\d+(KiB|MiB|GiB)$/, `must be ${BYTES_FORMAT}`)
  .refine((text) => bytesOf(text) !== null, `must be ${BYTES_FORMAT}`);
const Bytes = z.union([Count, ByteText], { error: `must be ${BYTES_FORMAT}` });
const Limit = z.union([Count, ByteText], { error: 'must be a number such as 500 or 5MiB' });

const Limits = z.strictObject(
  Object.fromEntries(
    limitNames.map((name) => {
      const { value, about } = limitTable[name];
      const text = `${about} (default: ${bytesText(value)}; on the command line: \`${kebabCase(name)}\`)`;
      return [name, Limit.optional().describe(text)];
    }),
  ),
);

const schemas: Record<Exclude<Kind, 'choice'>, z.ZodType> = {
  text: Text,
  path: Text,
  port: z
    .number()
    .refine((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'must be from 0 to 65535'),
  switch: z.boolean(),
  duration: Duration,
  bytes: Bytes,
  dollars: z.number().positive(),
  count: Count,
  list: z.array(Text),
  limits: Limits,
  token: z.union([Text.regex(/^\S+$/, 'must not contain whitespace'), z.literal(false)], {
    error: 'must be a text without whitespace, or false for none',
  }),
};

/** What a setting may be in the configuration file. */
export function settingSchema({ kind, choices, help, default: value }: Setting): z.ZodType {
  const schema = kind === 'choice' ? z.enum(choices as [string, ...string[]]) : schemas[kind];
  const hasDefault = value !== undefined && kind !== 'limits' && kind !== 'list' && kind !== 'duration';
  const about = hasDefault ? `${help} (default: ${String(value)})` : help;
  return schema.optional().describe(about[0]!.toUpperCase() + about.slice(1));
}
