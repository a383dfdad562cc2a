import type { OpenApi, Operation, Schema } from '../documents/document.js';

/**
 * How this API differs from an older one for a client that knows only the older: what it sends and may be refused, what
 * it expects and may not get. Additions are no differences.
 */
export function differences(older: OpenApi, ours: OpenApi): string[] {
  const found = new Set<string>();
  const comparison = new Comparison(older, ours, (difference) => void found.add(difference));
  for (const [path, methods] of Object.entries(older.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const counterpart = operationAt(ours, path, method);
      const name = `${method.toUpperCase()} ${path}`;
      if (counterpart) comparison.operations(name, operation, counterpart);
      else found.add(`${name} is missing`);
    }
  return [...found].sort();
}

/** Names of parameters in paths are no one's business. */
function operationAt({ paths }: OpenApi, path: string, method: string): Operation | undefined {
  const anonymous = (template: string) => template.replace(/\{\w+\}/g, '{}');
  const found = Object.entries(paths).filter(([each]) => anonymous(each) === anonymous(path));
  return found.map(([, methods]) => methods[method]).find(Boolean);
}

type Direction = 'sent' | 'received';

class Comparison {
  readonly #older: OpenApi;
  readonly #ours: OpenApi;
  readonly #note: (difference: string) => void;
  readonly #seen = new Set<string>();

  constructor(older: OpenApi, ours: OpenApi, note: (difference: string) => void) {
    this.#older = older;
    this.#ours = ours;
    this.#note = note;
  }

  operations(name: string, older: Operation, ours: Operation): void {
    for (const { name: parameter, in: place } of older.parameters ?? []) {
      if (place !== 'query') continue;
      const found = ours.parameters?.some((each) => each.in === 'query' && each.name === parameter);
      if (!found) this.#note(`${name} has no parameter ${parameter}`);
    }
    for (const parameter of ours.parameters ?? []) {
      const known = older.parameters?.some((each) => each.name === parameter.name && each.required);
      if (parameter.required && parameter.in !== 'path' && !known)
        this.#note(`${name} requires the parameter ${parameter.name}`);
    }
    for (const status of Object.keys(older.responses))
      if (!ours.responses[status]) this.#note(`${name} never answers ${status}`);
    const [sent, taken] = [older, ours].map((each) => each.requestBody?.content['application/json']?.schema);
    if (sent) this.#compare(name, sent, taken, 'sent');
    if (ours.requestBody?.required && !older.requestBody?.required) this.#note(`${name} requires a body`);
    for (const [status, { content }] of Object.entries(older.responses)) {
      const expected = content?.['application/json']?.schema;
      // Errors have a media type of their own.
      if (!expected || !status.startsWith('2')) continue;
      const got = ours.responses[status]?.content?.['application/json']?.schema;
      this.#compare(`${name} ${status}`, expected, got, 'received');
    }
  }

  #compare(at: string, olderSchema: Schema, ourSchema: Schema | undefined, direction: Direction): void {
    const older = resolve(olderSchema, this.#older);
    const where = older.name ?? at;
    if (older.name === 'UniversalEvent') return;
    const key = `${where} ${direction}`;
    if (older.name !== null && this.#seen.has(key)) return;
    this.#seen.add(key);
    if (ourSchema === undefined) return this.#note(`${where} is missing`);
    const ours = resolve(ourSchema, this.#ours);
    const branches = older.schema.oneOf;
    if (branches) return this.#branches(where, branches, ours.schema, direction);
    this.#values(where, older.schema, ours.schema, direction);
    if (older.schema.items && ours.schema.items)
      this.#compare(`${where}[]`, older.schema.items, ours.schema.items, direction);
    const extra = older.schema.additionalProperties;
    if (typeof extra === 'object' && extra.$ref && ours.schema.additionalProperties)
      this.#compare(`${where}.*`, extra, ours.schema.additionalProperties, direction);
    for (const [name, property] of Object.entries(older.schema.properties ?? {})) {
      const counterpart = ours.schema.properties?.[name];
      if (counterpart) this.#compare(`${where}.${name}`, property, counterpart, direction);
      else this.#note(`${where} has no ${name}`);
    }
    const [asked, given] = [older.schema.required ?? [], ours.schema.required ?? []];
    const stricter = direction === 'sent' ? without(given, asked) : without(asked, given);
    for (const name of stricter)
      this.#note(direction === 'sent' ? `${where} requires ${name}` : `${where} may be without ${name}`);
  }

  /** Alternatives are told apart by their `type`, or by being text, a list … */
  #branches(where: string, older: Schema[], ours: Schema, direction: Direction): void {
    const candidates = (ours.oneOf ?? ours.anyOf ?? [ours]).map((each) => resolve(each, this.#ours).schema);
    for (const branch of older) {
      const { schema } = resolve(branch, this.#older);
      const found = candidates.find((each) => kindOf(each) === kindOf(schema));
      this.#compare(`${where} ${kindOf(schema)}`, branch, found, direction);
    }
  }

  #values(where: string, older: Schema, ours: Schema, direction: Direction): void {
    const [before, now] = [valuesOf(older), valuesOf(ours)];
    if (before === null && now !== null && direction === 'sent' && older.type === 'string')
      this.#note(`${where} is one of ${now.join(', ')}`);
    if (before === null || now === null) return;
    const lost = direction === 'sent' ? without(before, now) : without(now, before);
    if (lost.length > 0)
      this.#note(`${where} ${direction === 'sent' ? 'cannot' : 'can'} be ${lost.join(', ')}`);
  }
}

/** Follows references, and leaves out that a value may be null. */
function resolve(schema: Schema, document: OpenApi): { name: string | null; schema: Schema } {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return { name, schema: resolve(document.components.schemas[name]!, document).schema };
  }
  const union = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  const only = union?.filter((each) => each.type !== 'null');
  return only?.length === 1 ? resolve(only[0]!, document) : { name: null, schema };
}

function valuesOf({ enum: values, const: value }: Schema): string[] | null {
  return value === undefined ? (values?.map(String) ?? null) : [String(value)];
}

function kindOf(schema: Schema): string {
  const type = schema.properties?.type;
  return (type && valuesOf(type)?.[0]) ?? String(schema.type ?? 'value');
}

function without(all: readonly string[], some: readonly string[]): string[] {
  return all.filter((each) => !some.includes(each));
}
