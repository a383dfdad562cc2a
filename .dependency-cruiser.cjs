/**
 * Import rules. Each folder lists what it may import; everything else is forbidden. `test/architecture.test.ts`
 * enforces them; `npx depcruise src machines` reports violations.
 */

/** Node's own modules, for folders that do I/O. */
const NODE = Symbol('node');
const npm = (name) => `^node_modules/${name}/`;

const schema = '^src/schema/index\\.ts$';
/** What the command line shows without loading the schema library. */
const settings = '^src/schema/(limits|words|configuration/(settings|setting-text|units))\\.ts$';
/** A suggestion for a misspelt word needs nothing else. */
const configuration = '^src/configuration/(index|suggestion)\\.ts$';
const machines = '^machines/index\\.ts$';
const log = '^src/log/index\\.ts$';
const hub = '^src/hub/index\\.ts$';
const supervision = '^src/supervision/index\\.ts$';
const sessions = '^src/sessions/index\\.ts$';
const diagrams = '^src/diagrams/index\\.ts$';
/** Drawing, layout and highlights, without the machines themselves. */
const drawings = '^src/diagrams/browser\\.ts$';
/** The others are what the command line shows without loading the server. */
const server = '^src/server/(index|defaults|version)\\.ts$';
const client = '^src/client/(react/)?index\\.ts$';
/** How texts are taken apart and amounts are worded, for all that show conversations to people. */
const text = '^src/text/[a-z-]+\\.ts$';
/** The definition of an agent and the list of agents; no other file of the folder may be imported. */
const agents = '^src/agents/(agent|index)\\.ts$';

const folders = {
  '^machines/': [schema, npm('xstate')],
  '^src/schema/': [npm('zod')],
  '^src/agents/': [schema, npm('(zod|eventsource-parser|diff)'), NODE],
  '^src/configuration/': [schema, settings, npm('(jsonc-parser|zod)'), NODE],
  '^src/log/': [schema, npm('@photostructure/sqlite'), NODE],
  '^src/hub/': [schema, log],
  '^src/supervision/': [agents, schema, npm('(execa|pino)'), NODE],
  '^src/sessions/': [machines, agents, log, hub, supervision, schema, npm('(xstate|pino|zod)'), NODE],
  '^src/diagrams/': [machines, schema, npm('(xstate|zod)')],
  '^src/server/': [
    ...[machines, agents, log, hub, sessions, diagrams, schema, settings],
    ...[
      npm('(fastify|@fastify/send|ws|pino|prom-client|zod|tar-stream)'),
      npm('@types/(ws|tar-stream)'),
      NODE,
    ],
  ],
  '^src/text/': [
    schema,
    npm('(remark-gfm|remark-parse|unified|lowlight|highlight.js|parse-diff|@types/(mdast|hast))'),
  ],
  '^src/client/': [schema, npm('(ws|@types/ws|react|@types/react)')],
  '^src/inspector/': [
    client,
    schema,
    text,
    // It replays a session's events through the very machine that decided on them.
    ...[machines, drawings, npm('xstate')],
    npm('(react|react-dom|@types/react|@types/react-dom)'),
    npm('@tanstack/react-virtual'),
    npm('(react-markdown|remark-gfm|hast-util-to-jsx-runtime|anser)'),
    npm('(vite|@vitejs/plugin-react)'),
  ],
  '^src/cli/': [
    ...[server, agents, log, configuration, client, drawings, schema, settings, text],
    npm('(commander|uqr|ws|@types/ws|string-width|wrap-ansi|@types/(mdast|hast))'),
    NODE,
  ],
};

const importRules = Object.entries(folders).map(([folder, allowed]) => ({
  name: `${folder.slice(1, -1).replace('src/', '')}-imports`,
  severity: 'error',
  from: { path: folder },
  to: {
    pathNot: [folder, ...allowed.filter((each) => each !== NODE)],
    ...(allowed.includes(NODE) ? { dependencyTypesNot: ['core'] } : {}),
  },
}));

module.exports = {
  forbidden: [
    ...importRules,
    {
      name: 'every-folder-has-a-rule',
      comment: 'A new folder must list its allowed imports here.',
      severity: 'error',
      from: { path: '^(src|machines)/', pathNot: Object.keys(folders) },
      to: {},
    },
    {
      name: 'no-schema-code-in-the-client',
      comment: 'Messages of our own daemon need no validation, so pages are spared the schema library.',
      severity: 'error',
      from: { path: '^dist/src/client/', pathNot: '\\.d\\.ts$' },
      to: { path: '^dist/src/schema/' },
    },
    {
      name: 'hooks-are-apart',
      comment: 'Programs without React use the client, too.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '^src/client/react/' },
      to: { path: '^src/client/react/|^node_modules/(@types/)?react/' },
    },
    {
      name: 'agents-are-independent',
      comment: 'Code that agents share lives in the kit.',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/($1|kit)/' },
    },
    {
      name: 'only-the-cli-imports-the-server',
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
    // Type-only imports count as dependencies.
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
