import { agentIds } from '../../agents/index.js';
import { configurationJsonSchema } from '../../configuration/index.js';

export function printConfigSchema(): void {
  console.log(JSON.stringify(configurationJsonSchema(agentIds), null, 2));
}
