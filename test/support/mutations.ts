/** Small changes to JSON, such as another version of a program could make to its messages. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Change = 'removed' | 'renamed' | 'null' | 'retyped';

export interface Mutation {
  /** The field: `message.content[]<tool_use>.id`. An object is followed by its type, role or status. */
  path: string;
  change: Change;
  value: Json;
}

/** A field of a message. */
export interface Site {
  path: string;
  /** Its place in the message. */
  keys: readonly (string | number)[];
  value: Json;
}

/** Of the elements of an array, which are alike, the first ones are enough. */
const ELEMENTS = 2;

/** All fields of a message, at every depth; below those that are opaque there are none. */
export function sitesOf(message: Json, isOpaque: (path: string) => boolean): Site[] {
  const sites: Site[] = [];
  const visit = (value: Json, path: string, keys: Site['keys']) => {
    if (path !== '') sites.push({ path, keys, value });
    if (typeof value !== 'object' || value === null || isOpaque(path)) return;
    if (Array.isArray(value)) {
      for (const [i, element] of value.slice(0, ELEMENTS).entries())
        visit(element, `${path}[]`, [...keys, i]);
      return;
    }
    const tagged = path === '' ? '' : `${path}${tagOf(value)}`;
    if (isOpaque(tagged)) return;
    const prefix = tagged === '' ? '' : `${tagged}.`;
    for (const [key, field] of Object.entries(value)) visit(field, `${prefix}${key}`, [...keys, key]);
  };
  visit(message, '', []);
  return sites;
}

/** The message with one field changed in each way that its type allows. */
export function mutationsOf(message: Json, { path, keys, value }: Site): Mutation[] {
  const changed = (change: Change, edit: (parent: Record<string | number, Json>) => void) => {
    const copy = structuredClone(message);
    const parent = keys.slice(0, -1).reduce((at, key) => (at as Record<string | number, Json>)[key]!, copy);
    edit(parent as Record<string | number, Json>);
    return { path, change, value: copy };
  };
  const last = keys.at(-1)!;
  const mutations: Mutation[] = [];
  // An array with fewer elements is as well-formed as before.
  if (typeof last === 'string') {
    mutations.push(
      changed('removed', (parent) => delete parent[last]),
      changed('renamed', (parent) => {
        parent[`${last}Renamed`] = parent[last]!;
        delete parent[last];
      }),
    );
  }
  if (value === null) return mutations;
  mutations.push(
    changed('null', (parent) => {
      parent[last] = null;
    }),
    changed('retyped', (parent) => {
      parent[last] = retyped(value);
    }),
  );
  return mutations;
}

/** Objects of one kind have the same fields. */
function tagOf({ type, role, status }: { [key: string]: Json }): string {
  const kind = [type, role, status].find((value) => typeof value === 'string');
  return kind === undefined ? '' : `<${kind}>`;
}

function retyped(value: NonNullable<Json>): Json {
  if (typeof value === 'string') return 7;
  if (Array.isArray(value)) return { ...value };
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
