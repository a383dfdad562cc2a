// Joins the compiled modules of the daemon and its threads into a few files in dist/program: reading 840 small ones
// is most of what a start costs.
import { join } from 'node:path';
import { buildOnce } from './fingerprint.js';

// The threads are found beside the file that starts them, so their names stay.
const entries = {
  greenroom: 'dist/src/cli/main.js',
  worker: 'dist/src/log/sqlite/worker.js',
  'write-back-worker': 'dist/src/log/sqlite/write-back-worker.js',
  'task-worker': 'dist/src/log/sqlite/maintenance/task-worker.js',
  'line-worker': 'dist/src/supervision/line-worker.js',
  'mask-worker': 'dist/src/sessions/recording/mask-worker.js',
  'content-worker': 'dist/src/sessions/changes/content-worker.js',
};

// A native module, and libraries that start threads from files of their own.
const external = ['@photostructure/sqlite', 'pino', 'pino-pretty'];

// Fastify loads these on demand, and nobody demands them.
const unused = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'abstract-logging',
  'light-my-request',
];

await buildOnce({
  inputs: ['dist/src', 'dist/machines', 'package-lock.json', 'scripts/build-program.js'],
  output: 'dist/program/greenroom.js',
  stamp: 'dist/.program-inputs',
  build: async (root) => {
    const { build } = await import('vite');
    const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)]));
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      ssr: { noExternal: true, external: [...external, ...unused] },
      build: {
        ssr: true,
        target: 'node20.19',
        outDir: join(root, 'dist', 'program'),
        emptyOutDir: true,
        minify: false,
        rolldownOptions: {
          input,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    });
  },
});
