export { ConfigurationError } from './error.js';
export { configurationJsonSchema } from './json-schema.js';
export { CONFIGURATION_FILE, type Configuration, loadConfiguration } from './load.js';
export { writeAgent } from './write-agent.js';
