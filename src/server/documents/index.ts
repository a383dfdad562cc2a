export { asyncApi } from './asyncapi.js';
export { openApi } from './openapi.js';
