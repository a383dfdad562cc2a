import { agents } from '../../agents/index.js';
import { requireLog } from '../../log/index.js';
import { checkFolder, type FolderCheck } from '../../server/index.js';
import { counted } from '../terminal/counted.js';
import { withProgress } from '../terminal/long-work.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import type { CheckFlags } from './check-command.js';

/** Prints the problems of a data folder. */
export async function check({ data, json }: CheckFlags): Promise<void> {
  let chars = 0;
  const onProgress = (checked: number) => {
    chars = checked;
  };
  const found = await withProgress({
    label: `checking ${data}`,
    run: async (start) => {
      requireLog(data);
      start();
      return checkFolder({ dataFolder: data, agents: agents.map(({ id }) => id), onProgress });
    },
    measure: async () => chars,
  });
  if (found.problems.length > 0) process.exitCode = 1;
  console.log(json ? JSON.stringify({ folder: data, ...found }, null, 2) : describe(data, found));
}

function describe(folder: string, { sessions, events, problems }: FolderCheck): string {
  const content = `${counted(sessions, 'session')}, ${counted(events, 'sound event')}`;
  if (problems.length === 0) return `${paint('green', '✓')} ${content}, no problems  ${folder}`;
  const rows = problems.map(({ sessionId, problem, advice }) => [sessionId ?? '-', problem, advice]);
  const header = ['SESSION', 'PROBLEM', 'WHAT TO DO'].map((name) => paint('dim', name));
  const summary = `${content}, ${counted(problems.length, 'problem')}`;
  return `${table([header, ...rows])}\n\n${paint('red', '✗')} ${summary}  ${folder}`;
}
