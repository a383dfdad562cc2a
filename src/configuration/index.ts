export { ConfigurationError } from './error.js';
export { configurationJsonSchema } from './json-schema.js';
export { type Configuration, loadConfiguration } from './load.js';
