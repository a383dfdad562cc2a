import type { z } from 'zod';
import type { OperationInput } from '../../schema/index.js';
import type { Components } from './components.js';

/** The parameters of an operation in OpenAPI notation. */
export function parametersOf({ path, query, headers }: OperationInput, components: Components): object[] {
  return [
    ...parametersIn('path', path, components),
    ...parametersIn('query', query, components),
    ...parametersIn('header', headers, components),
  ];
}

function parametersIn(place: string, schema: z.ZodObject | undefined, components: Components): object[] {
  if (!schema) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, one]) => {
    const { description, ...json } = components.describe(one, 'output');
    const required = place === 'path' || !one.safeParse(undefined).success;
    return { name, in: place, required, ...(description ? { description } : {}), schema: json };
  });
}
