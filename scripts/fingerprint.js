import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.sort();
}

/** A hash of the names and contents of these files and folders of the project. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesOf(join(root, input)))) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds, unless `output` is there and the inputs are what they were when `stamp` was written. */
export async function buildOnce({ inputs, output, stamp, build }) {
  const now = fingerprint(inputs);
  const stampFile = join(root, stamp);
  const isFresh =
    existsSync(join(root, output)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now;
  if (isFresh) return;
  await build(root);
  writeFileSync(stampFile, now);
}
