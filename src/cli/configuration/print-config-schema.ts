import { configurationJsonSchema } from '../../configuration/index.js';
import { agentIds } from './configuration.js';

export function printConfigSchema(): void {
  console.log(JSON.stringify(configurationJsonSchema(agentIds), null, 2));
}
