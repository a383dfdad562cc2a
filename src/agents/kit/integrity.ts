import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Lock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** The folder of the package that a file belongs to: `node_modules/@scope/name`. */
function packageFolder(file: string): string {
  return /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}

/**
 * Whether the package of a program has the recorded content. npm compares what it downloads with what the registry says;
 * its own record of the installation tells what that was. Resolves with the reason if it differs, else with null.
 */
export async function integrityProblem(
  root: string,
  binary: string,
  recorded: Readonly<Record<string, string>>,
): Promise<string | null> {
  const folder = packageFolder(binary);
  const expected = recorded[folder];
  // Not every build was at hand when the record was made.
  if (expected === undefined) return null;
  const text = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => '{}');
  const found = Lock.safeParse(parsed(text)).data?.packages[folder]?.integrity;
  return found === expected
    ? null
    : `${folder} has the integrity ${found ?? '(unknown)'} instead of ${expected}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
