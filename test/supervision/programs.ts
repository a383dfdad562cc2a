import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AgentProcess } from '../../src/agents/agent.js';
import {
  agentEnvironment,
  endTree,
  type Mark,
  type SpawnAgentOptions,
  spawnAgent,
  systemTable,
} from '../../src/supervision/index.js';

function programPath(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/programs/${name}.mjs`, import.meta.url));
}

/** A mark with a unique owner; processes that carry it are ended with the test. */
export function freshMark(sessionId = 'session'): Mark {
  const mark = { owner: `test-${randomUUID()}`, sessionId };
  onTestFinished(async () => {
    await endTree({ mark: { owners: [mark.owner] }, graceMs: 0 });
  });
  return mark;
}

/** Matches exactly the processes with this mark. */
export const patternOf = ({ owner, sessionId }: Mark) => ({ owners: [owner], sessionId });

/** Lines in order of arrival, and a way to wait for one. */
export class Lines {
  readonly all: string[] = [];
  #waiting: (() => void)[] = [];

  push(line: string): void {
    this.all.push(line);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async next(pattern: RegExp): Promise<RegExpExecArray> {
    for (let at = 0; ; at++) {
      while (at >= this.all.length) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const match = pattern.exec(this.all[at]!);
      if (match) return match;
    }
  }

  /** The pid that a program prints when it is ready. */
  async ready(): Promise<number> {
    return Number((await this.next(/^ready (\d+)$/))[1]);
  }
}

export interface Started extends AgentProcess {
  lines: Lines;
  mark: Mark;
}

/** Starts one of `fixtures/programs` as an agent. */
export function startProgram(
  name: string,
  args: string[] = [],
  options: Partial<SpawnAgentOptions> = {},
): Started {
  const lines = new Lines();
  const mark = options.mark ?? freshMark();
  const agent = spawnAgent({
    command: process.execPath,
    args: [programPath(name), ...args],
    cwd: process.cwd(),
    env: agentEnvironment(process.env, { names: [], hidden: new Set() }, {}, mark),
    onLine: (line) => lines.push(line),
    graceMs: 10_000,
    ...options,
    mark,
  });
  onTestFinished(async () => {
    await agent.stop();
  });
  return Object.assign(agent, { lines, mark });
}

/** Whether a process with this pid runs; zombies do not count. */
export async function runs(pid: number): Promise<boolean> {
  return (await systemTable.scan()).some((process) => process.pid === pid);
}
