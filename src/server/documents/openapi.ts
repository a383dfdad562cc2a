import { Bytes } from '../routes/bytes.js';
import type { AnyRoute } from '../routes/route.js';
import { Components } from './components.js';
import { parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';
import { tags } from './tags.js';

const description = `Greenroom hosts coding agents and turns what they say into one universal stream of events.

Commands and their answers are camelCase, events are snake_case. Every error is a problem of RFC 9457, as
\`application/problem+json\`; its \`type\` is \`urn:greenroom:error:<kind>\`. Answers and events may gain fields:
a client ignores those that it does not know. The same sessions can be driven over WebSocket at \`/v1/ws\`, which
\`/v1/asyncapi.json\` describes.`;

/** The HTTP API as OpenAPI, made of the lines that check and type it. */
export function openApi(version: string, routes: readonly AnyRoute[]): object {
  const components = new Components('draft-2020-12');
  const paths = pathsOf(routes, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greenroom',
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:2468', description: 'Where the daemon listens by default' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the daemon; none is asked for where it runs with --no-token',
        },
      },
    },
  };
}

/** `/v1/sessions/:sessionId` → `/v1/sessions/{sessionId}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function pathsOf(routes: readonly AnyRoute[], components: Components): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = templateOf(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) };
  }
  return paths;
}

function operationOf(route: AnyRoute, components: Components): object {
  const { id, tag, summary, body, isPublic } = route;
  const parameters = parametersOf(route, components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content:
              body === Bytes
                ? { 'application/octet-stream': {} }
                : { 'application/json': { schema: components.describe(body, 'input') } },
          },
        }
      : {}),
    responses: responsesOf(route, components),
  };
}
