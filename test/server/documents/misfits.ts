import type { OpenApi, Schema } from './document.js';

/** One side of a comparison: a schema, and the document that resolves its references. */
export interface Side {
  schema: Schema;
  document: OpenApi;
}

/**
 * Incompatibilities for a client that expects one schema and receives the other. Names, types and values count;
 * lengths, patterns and formats do not.
 */
export function misfits(sent: Side, expected: Side, at: string): string[] {
  const from = alternatives(sent);
  const to = alternatives(expected);
  return from.flatMap((one) => {
    const tries = to.map((other) => compare(one, other, at));
    return tries.reduce((best, next) => (next.length < best.length ? next : best));
  });
}

/** The alternatives of a schema, without references, unions and the various notations of null. */
function alternatives({ schema, document }: Side): Side[] {
  const { $ref, allOf, anyOf, oneOf, nullable, type, ...rest } = schema;
  const also = (each: Schema) => alternatives({ schema: each, document });
  const nil = nullable ? [{ schema: { type: 'null' }, document }] : [];
  if ($ref) {
    const named = document.components.schemas[$ref.replace('#/components/schemas/', '')];
    if (!named) throw new Error(`${$ref} is not there`);
    return [...also(named), ...nil];
  }
  if (allOf) return [...allOf.flatMap(also), ...nil];
  if (anyOf ?? oneOf) return [...(anyOf ?? oneOf)!.flatMap(also), ...nil];
  if (Array.isArray(type)) return [...type.flatMap((each) => also({ ...rest, type: each })), ...nil];
  return [{ schema: type ? { ...rest, type } : rest, document }, ...nil];
}

function compare(sent: Side, expected: Side, at: string): string[] {
  const { schema: one } = sent;
  const { schema: other } = expected;
  if (other.type === undefined) return [];
  if (one.type !== other.type && !(one.type === 'integer' && other.type === 'number')) {
    return [`${at}: ${one.type ?? 'anything'} instead of ${other.type}`];
  }
  const values = valuesOf(other);
  if (values) {
    const strange = valuesOf(one)?.filter((value) => !values.includes(value)) ?? ['any'];
    if (strange.length > 0) return [`${at}: ${strange.join(', ')} is none of ${values.join(', ')}`];
  }
  if (one.items && other.items) {
    return misfits({ ...sent, schema: one.items }, { ...expected, schema: other.items }, `${at}[]`);
  }
  if (one.additionalProperties && other.additionalProperties) {
    const [theirs, ours] = [one.additionalProperties, other.additionalProperties];
    return misfits({ ...sent, schema: theirs }, { ...expected, schema: ours }, `${at}{}`);
  }
  return [...missing(one, other, at), ...fields(sent, expected, at)];
}

function valuesOf({ enum: values, const: value }: Schema): unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value]);
}

function missing({ required = [] }: Schema, { required: needed = [] }: Schema, at: string): string[] {
  return needed.filter((name) => !required.includes(name)).map((name) => `${at}.${name}: missing`);
}

function fields(sent: Side, expected: Side, at: string): string[] {
  return Object.entries(sent.schema.properties ?? {}).flatMap(([name, schema]) => {
    const other = expected.schema.properties?.[name];
    if (!other) return [];
    return misfits({ ...sent, schema }, { ...expected, schema: other }, `${at}.${name}`);
  });
}
