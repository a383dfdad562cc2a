// Writes the JSON Schema of greenroom.json, which editors read, from the compiled schema.
import { writeFile } from 'node:fs/promises';
import { agents } from '../dist/src/agents/index.js';
import { configurationJsonSchema } from '../dist/src/configuration/index.js';

const schema = configurationJsonSchema(agents.map(({ id }) => id));
await writeFile(
  new URL('../dist/greenroom.schema.json', import.meta.url),
  `${JSON.stringify(schema, null, 2)}\n`,
);
