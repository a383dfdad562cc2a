/**
 * What may import what. Each room names its neighbours; everything else is out of bounds. `test/architecture.test.ts`
 * holds it, and `npx depcruise src machines` shows it.
 */

/** Node's own modules, for rooms that touch the world. */
const NODE = Symbol('node');
const npm = (name) => `^node_modules/${name}/`;

const schema = '^src/schema/index\\.ts$';
const machines = '^machines/index\\.ts$';
const log = '^src/log/index\\.ts$';
const hub = '^src/hub/index\\.ts$';
const sessions = '^src/sessions/index\\.ts$';
const diagrams = '^src/diagrams/index\\.ts$';
/** Without Graphviz. */
const drawings = '^src/diagrams/page\\.ts$';
const server = '^src/server/index\\.ts$';
const client = '^src/client/index\\.ts$';
/** What an agent is, and the list of all of them; nobody knows a single one. */
const agents = '^src/agents/(agent|index)\\.ts$';

const rooms = {
  '^machines/': [schema, npm('xstate')],
  '^src/schema/': [npm('zod')],
  '^src/agents/': [schema, npm('(zod|eventsource-parser)'), NODE],
  '^src/log/': [schema, npm('libsql'), NODE],
  '^src/hub/': [schema, log],
  '^src/sessions/': [machines, agents, log, hub, schema, npm('(xstate|execa|pino|zod)'), NODE],
  '^src/diagrams/': [machines, schema, npm('(@viz-js/viz|xstate|zod)')],
  '^src/server/': [
    ...[machines, agents, log, hub, sessions, diagrams, schema],
    ...[npm('(fastify|@fastify/send|ws|pino|prom-client|zod)'), npm('@types/ws'), NODE],
  ],
  '^src/client/': [schema],
  '^src/inspector/': [
    client,
    schema,
    // It replays a session's events through the very machine that decided on them.
    ...[machines, drawings, npm('xstate')],
    npm('(react|react-dom|@types/react|@types/react-dom)'),
    npm('@tanstack/react-virtual'),
    npm('(react-markdown|remark-gfm|remark-parse|unified|lowlight|highlight.js|hast-util-to-jsx-runtime)'),
    npm('(anser|parse-diff)'),
    npm('(vite|@vitejs/plugin-react)'),
  ],
  '^src/cli/': [server, agents, log, schema, npm('commander'), NODE],
};

const staysInBounds = Object.entries(rooms).map(([room, neighbours]) => ({
  name: `${room.slice(1, -1).replace('src/', '')}-keeps-to-its-neighbours`,
  severity: 'error',
  from: { path: room },
  to: {
    pathNot: [room, ...neighbours.filter((each) => each !== NODE)],
    ...(neighbours.includes(NODE) ? { dependencyTypesNot: ['core'] } : {}),
  },
}));

module.exports = {
  forbidden: [
    ...staysInBounds,
    {
      name: 'every-file-is-in-a-room',
      comment: 'A new folder has to say here what it may import.',
      severity: 'error',
      from: { path: '^(src|machines)/', pathNot: Object.keys(rooms) },
      to: {},
    },
    {
      name: 'no-schema-code-in-the-client',
      comment:
        'What our own daemon sends needs no second check, so a page need not carry the library for it.',
      severity: 'error',
      from: { path: '^dist/src/client/', pathNot: '\\.d\\.ts$' },
      to: { path: '^dist/src/schema/' },
    },
    {
      name: 'agents-are-strangers',
      comment: 'What two agents share belongs to neither.',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/$1/' },
    },
    {
      name: 'only-the-command-line-opens-the-door',
      severity: 'error',
      from: { path: '^(src|machines)/', pathNot: '^src/(server|cli)/' },
      to: { path: '^src/(server|cli)/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(src|machines)/' },
      to: { path: '^(test|fixtures)/|^node_modules/(vitest|fast-check|eventsource|@xstate/graph)/' },
    },
    {
      name: 'no-cycles',
      comment:
        'Of what runs: two files may well know the types of each other, so it is the build that is looked at.',
      severity: 'error',
      from: { path: '^dist/' },
      to: { circular: true },
    },
    { name: 'everything-is-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    // What only types need is a dependency too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Its parser knows no JSX; `test/architecture.test.ts` looks at these files itself.
    exclude: { path: '\\.tsx$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
