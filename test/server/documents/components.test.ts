import { expect, it } from 'vitest';
import { z } from 'zod';
import { Components } from '../../../src/server/documents/components.js';

const Pet = z.object({ name: z.string() }).meta({ id: 'TestPet' });

it('emits a schema with an id once, and refers to it', () => {
  const components = new Components('draft-2020-12');
  const reference = { $ref: '#/components/schemas/TestPet' };
  expect(components.describe(Pet, 'output')).toEqual(reference);
  expect(components.describe(z.array(Pet), 'input')).toEqual({ type: 'array', items: reference });
  expect(components.schemas).toEqual({
    TestPet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  });
});

it('keeps the description beside a reference in both drafts', () => {
  const described = Pet.describe('The first');
  const $ref = '#/components/schemas/TestPet';
  expect(new Components('draft-2020-12').describe(described, 'output')).toEqual({
    $ref,
    description: 'The first',
  });
  // Before 2019-09, siblings of a reference are ignored.
  expect(new Components('draft-07').describe(described, 'output')).toEqual({
    allOf: [{ $ref }],
    description: 'The first',
  });
});

it('makes a field with a default optional in inputs and required in outputs', () => {
  const Settings = z.object({ loud: z.boolean().default(false) });
  const components = new Components('draft-2020-12');
  expect(components.describe(Settings, 'input').required).toBeUndefined();
  expect(components.describe(Settings, 'output').required).toEqual(['loud']);
});

it('rejects an id with two meanings', () => {
  const Named = z.object({ loud: z.boolean().default(false) }).meta({ id: 'TestSettings' });
  const components = new Components('draft-2020-12');
  components.describe(Named, 'input');
  expect(() => components.describe(Named, 'output')).toThrow('TestSettings');
});

it('rejects a recursive schema without an id', () => {
  expect(() => new Components('draft-2020-12').describe(z.json(), 'output')).toThrow('needs an id');
});

it('leaves objects open unless they are strict', () => {
  const components = new Components('draft-2020-12');
  expect(components.describe(z.object({}), 'output')).not.toHaveProperty('additionalProperties');
  expect(components.describe(z.strictObject({}), 'output')).toHaveProperty('additionalProperties', false);
  expect(components.describe(z.looseObject({}), 'output')).toHaveProperty('additionalProperties', {});
});

it('gives integers a format instead of the bounds of a double', () => {
  const components = new Components('draft-2020-12');
  expect(components.describe(z.int(), 'output')).toEqual({ type: 'integer', format: 'int64' });
  expect(components.describe(z.int().min(1).max(9), 'output')).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 9,
  });
});
