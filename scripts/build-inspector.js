// Builds the inspector into dist/inspector, unless its inputs are unchanged since the last build.
import { join } from 'node:path';
import { buildOnce } from './fingerprint.js';

await buildOnce({
  inputs: [
    'src/inspector',
    'src/client',
    'src/schema',
    'src/diagrams',
    'machines',
    'package-lock.json',
    'scripts/build-inspector.js',
  ],
  output: 'dist/inspector/index.html',
  stamp: 'dist/.inspector-inputs',
  build: async (root) => {
    const { build } = await import('vite');
    const folder = join(root, 'src', 'inspector');
    await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  },
});
