// The declarations of the client's types, generated from the schemas.
import { comment, TypeText } from './type-text.js';

/** Kinds of schemas that are worth a name of their own. */
const NAMED = new Set(['object', 'union', 'enum', 'record', 'lazy']);

/** These are declared by hand in the schemas, too. */
const RECURSIVE = {
  Json: 'string | number | boolean | null | Json[] | { [key: string]: Json }',
  StateValue: 'string | { [region: string]: StateValue | undefined }',
};

/** What no operation refers to by name. */
const ALSO = ['Problem', 'NoticeLabel', 'PlanEntry', 'ToolCallPart', 'ToolResultPart', 'ErrorCategory'];

const EVENTS = `
export type EventType = UniversalEvent['type'];
export type EventOf<T extends EventType> = Extract<UniversalEvent, { type: T }>;
export type DataOf<T extends EventType> = EventOf<T>['data'];
`;

/** @param {typeof import('../../dist/src/schema/index.js')} schemas */
export function declarations(schemas) {
  const { operations, notifications, Bytes, ByteStream, problemStatus } = schemas;
  const names = new Map();
  for (const [name, value] of Object.entries(schemas)) {
    const kind = value?._zod?.def.type;
    if (NAMED.has(kind)) names.set(value, name);
    // Recursive, so it needs a name.
    if (kind === 'lazy') names.set(value.def.getter(), name);
  }
  const text = new TypeText(names);
  const json = schemas.JsonPart.shape.json;
  names.set(json, 'Json');

  const parts = (operation) => operation.input ?? {};
  const sent = (schema) => {
    if (schema === Bytes || schema === ByteStream) return 'Blob';
    return schema ? text.of(schema, 'input') : 'undefined';
  };
  const result = ({ output }) => (output.kind === 'json' ? text.of(output.schema, 'output') : 'never');
  const routes = Object.values(operations)
    .filter(({ http }) => http)
    .map((operation) => {
      const { http, output, summary } = operation;
      const { path, query, headers, body } = parts(operation);
      const kind = http.status === 204 ? 'empty' : output.kind;
      return `/** ${summary} */\n'${http.method} ${http.path}': { kind: '${kind}'; path: ${sent(path)}; query: ${sent(query)};
        headers: ${sent(headers)}; body: ${sent(body)}; json: ${result(operation)} };`;
    });
  const methods = Object.values(operations)
    .filter(({ websocket }) => websocket)
    .map((operation) => {
      const { websocket, output, summary } = operation;
      const { path, query, body } = parts(operation);
      const merged = [path, query, body].filter(Boolean).map((part) => `NonNullable<${sent(part)}>`);
      const params = websocket.params ? sent(websocket.params) : merged.join(' & ') || 'Record<never, never>';
      const answer = output.kind === 'empty' ? 'null' : result(operation);
      return `/** ${summary} */\n'${websocket.method}': { params: ${params}; result: ${answer} };`;
    });
  const told = Object.entries(notifications).map(
    ([name, { summary, params }]) => `/** ${summary} */\n'${name}': ${text.of(params, 'output')};`,
  );
  const tables = `
/** Routes of the HTTP API. */
export interface HttpRoutes { ${routes.join('\n')} }
/** Methods of the WebSocket API. */
export interface WebSocketMethods { ${methods.join('\n')} }
/** What the daemon sends over WebSocket by itself. */
export interface Notifications { ${told.join('\n')} }
/** Every kind of problem that the daemon reports. */
export type ProblemKind = ${Object.keys(problemStatus)
    .map((kind) => `'${kind}'`)
    .join(' | ')};
`;
  // Names lead to further names.
  const written = new Map();
  const byName = new Map([...names].map(([schema, name]) => [name, schema]));
  for (const name of ALSO) text.used.add(name);
  for (const name of text.used) {
    const schema = byName.get(name);
    if (!written.has(name))
      written.set(name, `${comment(schema)}export type ${name} = ${text.body(schema, 'output')};`);
  }
  for (const [name, type] of Object.entries(RECURSIVE)) written.set(name, `export type ${name} = ${type};`);
  const header = '// Generated from the schemas of the daemon.\n';
  return `${header}${[...written.values()].join('\n')}\n${EVENTS}${tables}`;
}
