import { z } from 'zod';
import { at } from './record.js';

/** One schema per kind of native message, by name. */
export type Schemas = Readonly<Record<string, z.ZodType>>;

export type MessageOf<S extends Schemas, N extends keyof S> = z.infer<S[N]>;

/** A native message that matches a schema. */
export type Native<S extends Schemas> = {
  [N in keyof S & string]: { ok: true; name: N; message: MessageOf<S, N> };
}[keyof S & string];

/** `known` is false if no schema has the name: a translator may ignore such messages by name. */
export interface ParseFailure {
  ok: false;
  name: string | null;
  known: boolean;
  error: string;
  /** The line was too long: the text is only its beginning. */
  isUnread?: true;
  /** The JSON value, if it was JSON. */
  value?: unknown;
}

export type Parsed<S extends Schemas> = Native<S> | ParseFailure;

export interface NativeParser<S extends Schemas> {
  /** Parses the text of a native payload. `json`: its value, if it is known already. */
  parse(text: string, json?: unknown): Parsed<S>;
  /** The same for a payload whose JSON is already parsed. */
  parseValue(value: unknown): Parsed<S>;
}

export interface NativeParserOptions {
  /** The name of a message; null if it has none. */
  nameOf(value: object): string | null;
  /** The part of a message that its schema describes; the whole message by default. */
  bodyOf?(value: object, name: string): unknown;
}

/** Looks up one small schema by name: a union of all of them would slow down every delta. */
export function nativeParser<const S extends Schemas>(
  schemas: S,
  { nameOf, bodyOf = (value) => value }: NativeParserOptions,
): NativeParser<S> {
  const byName = new Map<string, z.ZodType>(Object.entries(schemas));

  function parseValue(value: unknown): Parsed<S> {
    if (typeof value !== 'object' || value === null) return { ...failure('not a JSON object'), value };
    const name = nameOf(value);
    if (name === null) return { ...failure('a message without a name'), value };
    const schema = byName.get(name);
    if (schema === undefined) return { ...failure(`unknown message ${JSON.stringify(name)}`), name, value };
    const result = schema.safeParse(bodyOf(value, name));
    if (result.success) return { ok: true, name, message: result.data } as Native<S>;
    const error = `malformed ${name}: ${z.prettifyError(result.error)}`;
    return { ok: false, name, known: true, error, value };
  }

  return {
    parseValue,
    parse(text, json) {
      let value = json;
      try {
        if (value === undefined) value = JSON.parse(text);
      } catch {
        return failure('not JSON');
      }
      return parseValue(value);
    },
  };
}

function failure(error: string): ParseFailure {
  return { ok: false, name: null, known: false, error };
}

/** A field that is always there and may hold anything. */
export const given = z.unknown().refine((value) => value !== undefined, { error: 'missing' });

/** Whether a value has the fields that its type, or another field that says what it is, requires. */
export function hasFields(
  fields: Readonly<Record<string, readonly string[]>>,
  kind = 'type',
): (value: object) => boolean {
  return (value) =>
    (at(fields, String(field(value, kind))) ?? []).every((name) => field(value, name) !== undefined);
}

/** A field of a value that may not be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
