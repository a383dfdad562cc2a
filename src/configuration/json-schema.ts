import { z } from 'zod';
import { configurationSchema } from '../schema/index.js';

/** The JSON Schema of the configuration file, for editors. */
export function configurationJsonSchema(agents: readonly string[]): object {
  return z.toJSONSchema(configurationSchema(agents), { io: 'input' });
}
