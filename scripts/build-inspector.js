// Builds the inspector into dist/inspector, unless its inputs are unchanged since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist', '.inspector-inputs');
const page = join(root, 'dist', 'inspector', 'index.html');
const inputs = [
  'src/inspector',
  'src/client',
  'src/schema',
  'src/diagrams',
  'machines',
  'package-lock.json',
  'scripts/build-inspector.js',
];

function filesOf(path) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    for (const file of /\.\w+$/.test(input) ? [path] : filesOf(path).sort()) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

const now = fingerprint();
const isFresh = existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
if (!isFresh) {
  const { build } = await import('vite');
  const folder = join(root, 'src', 'inspector');
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  writeFileSync(stamp, now);
}
