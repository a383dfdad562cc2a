import { expect } from 'vitest';
import type { z } from 'zod';
import { daemonProcess, greenroom } from '../../support/program.js';

export interface RigGiven {
  token?: string;
  dataFolder?: string;
  args?: string[];
}

/** A daemon of its own, and the program to use it with. */
export async function rig(given: RigGiven = {}) {
  const { token, args = [], ...more } = given;
  const started = await daemonProcess({
    ...more,
    args: token === undefined ? args : [...args, '--token', token],
    ...(token === undefined ? {} : { token }),
  });
  const { daemon } = started;
  const reach = { GREENROOM_URL: daemon.url, ...(token === undefined ? {} : { GREENROOM_TOKEN: token }) };

  /** Runs the program to its exit. */
  const run = (command: readonly string[], env: Record<string, string> = {}) =>
    greenroom([...command], { ...reach, ...env });

  /** Runs it, expects success, and returns what it printed. */
  const ok = async (...command: string[]): Promise<string> => {
    const { stdout, stderr, exitCode } = await run(command);
    expect(exitCode, stderr).toBe(0);
    return stdout;
  };

  /** The same with `--json`, validated. */
  const json = async <S extends z.ZodType>(schema: S, ...command: string[]): Promise<z.infer<S>> =>
    schema.parse(JSON.parse(await ok(...command, '--json')));

  /** Runs it, expects an exit code, and returns the error, which is one line without a stack trace. */
  const error = async (code: number, ...command: string[]): Promise<string> => {
    const { stdout, stderr, exitCode } = await run(command);
    expect([exitCode, stdout], stderr).toEqual([code, '']);
    expect(stderr).toMatch(/^greenroom: .+$/);
    return stderr.replace('greenroom: ', '');
  };

  return { ...started, reach, run, ok, json, error };
}

/** The cells of a table's rows. */
export function cells(text: string): string[][] {
  return text.split('\n').map((line) => line.split(/ {2,}/));
}
