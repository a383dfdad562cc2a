// A zod schema as TypeScript, so that users of the client need no zod for its types.

/** @typedef {import('zod').core.$ZodType} Schema */

/** Schemas by name. References to them are by name, too. */
export class TypeText {
  /** @param {Map<Schema, string>} names */
  constructor(names) {
    this.names = names;
    /** The names that were referred to. */
    this.used = new Set();
  }

  /** The type of a value as it is received (`output`), or as it may be sent (`input`). */
  of(schema, io) {
    const name = this.#nameOf(schema);
    if (name && (io === 'output' || !hasDefault(schema))) {
      this.used.add(name);
      return name;
    }
    return this.body(schema, io);
  }

  /** The same without its own name. */
  body(schema, io) {
    const { def } = schema._zod;
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
      case 'null':
        return def.type;
      case 'literal':
        return def.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'enum':
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(' | ');
      case 'array':
        return `Array<${this.of(def.element, io)}>`;
      case 'record':
        return `{ [key: ${this.of(def.keyType, io)}]: ${this.of(def.valueType, io)} }`;
      case 'union':
        return def.options.map((option) => this.of(option, io)).join(' | ');
      case 'nullable':
        return `${this.of(def.innerType, io)} | null`;
      case 'optional':
        return `${this.of(def.innerType, io)} | undefined`;
      case 'default':
        return io === 'input' ? `${this.of(def.innerType, io)} | undefined` : this.of(def.innerType, io);
      case 'lazy':
        return this.of(def.getter(), io);
      case 'object':
        return this.#object(def, io);
      default:
        throw new Error(`no TypeScript for a zod schema of the kind ${def.type}: add it here`);
    }
  }

  #object({ shape, catchall }, io) {
    const fields = Object.entries(shape).map(([key, field]) => {
      const mark = isOptional(field, io) ? '?' : '';
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
      return `${comment(field)}${name}${mark}: ${this.of(field, io)};`;
    });
    const own = fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('\n')}\n}`;
    if (!catchall || catchall._zod.def.type === 'never') return own;
    return `${own} & { [key: string]: ${this.of(catchall, io)} }`;
  }

  /** `describe` makes a copy without the name. */
  #nameOf(schema) {
    const { parent, def } = schema._zod;
    const name = this.names.get(schema);
    const isCopy = parent && parent._zod.def.type === def.type && def.type !== 'string';
    return name ?? (isCopy ? this.#nameOf(parent) : undefined);
  }
}

/** Its description as a comment; empty if it has none. */
export function comment({ description }) {
  return description ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
}

function isOptional(schema, io) {
  return (io === 'input' ? schema._zod.optin : schema._zod.optout) === 'optional';
}

/** Whether what may be sent differs from what is received. */
function hasDefault(schema, seen = new Set()) {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { def } = schema._zod;
  if (def.type === 'default') return true;
  const inner = [
    def.innerType,
    def.element,
    def.valueType,
    ...(def.options ?? []),
    ...Object.values(def.shape ?? {}),
  ];
  if (def.type === 'lazy') inner.push(def.getter());
  return inner.some((each) => each && hasDefault(each, seen));
}
