import {
  ByteStream,
  Bytes,
  type HttpBinding,
  type Operation,
  operationList,
  tags,
} from '../../schema/index.js';
import { Components } from './components.js';
import { listAgents } from './listed-agents.js';
import { operationId } from './names.js';
import { parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';
import { scopeOf } from './scope.js';

const DESCRIPTION = `Greenroom hosts coding agents and turns their output into one universal stream of events.

Commands and their answers are camelCase, events are snake_case. Every error is a problem of RFC 9457, as
\`application/problem+json\`; its \`type\` is \`urn:greenroom:error:<kind>\`. Answers and events may gain fields:
clients ignore those that they do not know. The same sessions can be driven over WebSocket at \`/v1/ws\`, which
\`/v1/asyncapi.json\` describes. \`x-scope\` names the scope that a token needs for an operation.`;

/** The values that differ between daemons. */
export interface DocumentOptions {
  version: string;
  /** The ids of its agents. */
  agents: string[];
}

/** The HTTP API as OpenAPI, generated from the operations table. */
export function openApi({ version, agents }: DocumentOptions): Record<string, unknown> {
  const components = new Components('draft-2020-12');
  const paths = pathsOf(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greenroom',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:2468', description: 'Where the daemon listens by default' }],
    security: [{ bearer: [] }, { basic: [] }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      schemas: listAgents(components.schemas, agents),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of the daemon; not needed with --no-token. The scheme `Token` is accepted as well',
        },
        basic: { type: 'http', scheme: 'basic', description: 'The token as the password of any user' },
      },
    },
  };
}

/** `/v1/sessions/:sessionId` → `/v1/sessions/{sessionId}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function pathsOf(components: Components): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of operationList) {
    const { http } = operation;
    if (!http) continue;
    const path = templateOf(http.path);
    const described = describeOperation(operationId(name), operation, http, components);
    paths[path] = { ...paths[path], [http.method.toLowerCase()]: described };
  }
  return paths;
}

function describeOperation(
  id: string,
  operation: Operation,
  http: HttpBinding,
  components: Components,
): object {
  const { tag, summary, input = {}, scope } = operation;
  const { body } = input;
  const parameters = parametersOf(input, components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...scopeOf(operation),
    ...(scope === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content:
              body === Bytes || body === ByteStream
                ? { 'application/octet-stream': {} }
                : { 'application/json': { schema: components.describe(body, 'input') } },
          },
        }
      : {}),
    responses: responsesOf(operation, http, components),
  };
}
