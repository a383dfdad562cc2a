import { expect, it } from 'vitest';
import type { OpenApi, Schema } from './document.js';
import { misfits } from './misfits.js';
import { validator } from './validator.js';

const document = (schemas: Record<string, Schema>) => ({ components: { schemas } }) as OpenApi;
const side = (schema: Schema, schemas: Record<string, Schema> = {}) => ({
  schema,
  document: document(schemas),
});
const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});

it('finds a field that is missing or optional', () => {
  const expected = side(object({ a: text, b: text }));
  expect(misfits(side(object({ a: text })), expected, 'it')).toEqual(['it.b: missing']);
  expect(misfits(side(object({ a: text, b: text }, ['a'])), expected, 'it')).toEqual(['it.b: missing']);
});

it('accepts additional fields', () => {
  expect(misfits(side(object({ a: text, b: text })), side(object({ a: text })), 'it')).toEqual([]);
});

it('finds a different type at any depth and in any notation', () => {
  const sent = side(object({ list: { type: 'array', items: { $ref: '#/components/schemas/One' } } }), {
    One: { type: ['string', 'null'] },
  });
  const expected = side(object({ list: { type: 'array', items: text } }));
  expect(misfits(sent, expected, 'it')).toEqual(['it.list[]: null instead of string']);
  const lenient = side(object({ list: { type: 'array', items: { type: 'string', nullable: true } } }));
  expect(misfits(sent, lenient, 'it')).toEqual([]);
});

it('finds an unexpected value', () => {
  const expected = side({ type: 'string', enum: ['a', 'b'] });
  expect(misfits(side({ type: 'string', const: 'a' }), expected, 'it')).toEqual([]);
  expect(misfits(side({ type: 'string', enum: ['a', 'c'] }), expected, 'it')).toEqual([
    'it: c is none of a, b',
  ]);
  expect(misfits(side(text), expected, 'it')).toEqual(['it: any is none of a, b']);
});

it.each(['draft-2020-12', 'draft-7'] as const)(
  'validates values with %s and rejects undocumented fields',
  (draft) => {
    const pet = object({
      name: text,
      friend: { anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] },
    });
    const check = validator({ Pet: pet }, draft)({ $ref: '#/components/schemas/Pet' });
    expect(check({ name: 'Rex', friend: { name: 'Tom', friend: null } })).toBeNull();
    expect(check({ name: 'Rex', friend: { name: 1, friend: null } })).toContain('friend');
    expect(check({ name: 'Rex' })).toContain('friend');
    expect(check({ name: 'Rex', friend: null, age: 3 })).toContain('age');
  },
);
