export { notifications } from './notifications.js';
export type {
  HttpBinding,
  Operation,
  OperationInput,
  OperationOutput,
  WebSocketBinding,
} from './operation.js';
export { ByteStream, Bytes, FileSessionQuery, SessionsQuery } from './parameters.js';
export { type Access, type Elevation, type ElevationFacts, Scope, scopesFor } from './scopes.js';
export { type OperationName, type Operations, operationList, operations } from './table.js';
export { tags } from './tags.js';
export type {
  HttpRoutes,
  InputOf,
  JsonOf,
  Notifications,
  OutputKindOf,
  WebSocketMethods,
} from './types.js';
