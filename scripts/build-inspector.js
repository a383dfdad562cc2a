// Builds the inspector into dist/inspector, unless its inputs are unchanged since the last build. Beside each file are its
// compressed copies, which the daemon serves to browsers that accept them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildOnce } from './fingerprint.js';

/** Smaller files gain nothing. */
const MIN_BYTES = 1024;

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
    await compress(join(root, 'dist', 'inspector'));
  },
});

async function compress(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) continue;
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${file}.br`, brotliCompressSync(content, brotli));
    await writeFile(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
