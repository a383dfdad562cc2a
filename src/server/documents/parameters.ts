import { z } from 'zod';
import type { AnyRoute } from '../routes/route.js';
import type { Components } from './components.js';

/** The parameters of a route, in OpenAPI's words. */
export function parametersOf(route: AnyRoute, components: Components): object[] {
  return [
    ...parametersIn('path', route.params, components),
    ...parametersIn('query', route.query, components),
    ...parametersIn('header', route.headers, components),
  ];
}

function parametersIn(place: string, schema: z.ZodType | undefined, components: Components): object[] {
  if (!schema) return [];
  if (!(schema instanceof z.ZodObject)) throw new Error(`the ${place} parameters have no names`);
  return Object.entries<z.ZodType>(schema.shape).map(([name, one]) => {
    // As it is once it was read: on the wire a number is text, too, and a flag one of several words.
    const { description, ...json } = components.describe(one, 'output');
    const required = place === 'path' || !one.safeParse(undefined).success;
    return { name, in: place, required, ...(description ? { description } : {}), schema: json };
  });
}
