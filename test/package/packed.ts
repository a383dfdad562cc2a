import { join } from 'node:path';
import { execa } from 'execa';

export const root = join(import.meta.dirname, '..', '..');

export interface Packed {
  /** The tarball's path. */
  path: string;
  /** Bytes of the tarball, and of what is in it. */
  size: number;
  unpackedSize: number;
}

/** Packs a package of this repository into a folder, as for a release. */
export async function pack(path: string, folder: string): Promise<Packed> {
  const args = ['pack', '--silent', '--json', '--pack-destination', folder, path];
  const { stdout } = await execa('npm', args, { cwd: root });
  // The scripts that run before have their say on the same stream.
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as [
    { filename: string; size: number; unpackedSize: number },
  ];
  const { filename, size, unpackedSize } = packed;
  return { path: join(folder, filename), size, unpackedSize };
}

/** Why nothing can be installed now, or null. */
export async function registryProblem(): Promise<string | null> {
  const args = ['view', '@photostructure/sqlite', 'version', '--fetch-retries=0', '--fetch-timeout=5000'];
  const { failed, stderr } = await execa('npm', args, { cwd: root, reject: false });
  if (!failed) return null;
  return /^npm error code (.*)$/m.exec(String(stderr))?.[1] ?? String(stderr).slice(0, 200);
}
