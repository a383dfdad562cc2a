import { agents } from '../../agents/index.js';
import { version } from '../../server/version.js';
import { defaultDataFolder } from '../data/data-folder.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import { runningDaemon } from './running-daemon.js';

/** For `greenroom` alone: what there is, and what to do next. */
export async function welcome(): Promise<void> {
  const data = defaultDataFolder();
  const running = runningDaemon(data);
  const found = await Promise.all(
    agents
      .filter((agent) => agent.package !== null)
      .map(async ({ id, locate }) => ({ id, isInstalled: (await locate(process.env, data)) !== null })),
  );
  const installed = found.filter(({ isInstalled }) => isInstalled).map(({ id }) => id);
  const rows = [
    ['daemon', running?.url ?? (running ? 'starting' : 'not running')],
    ['agents', installed.length > 0 ? installed.join(', ') : 'none installed; mock is built in'],
  ];
  const steps = nextSteps(running?.url != null, installed, found[0]!.id);
  console.log(
    [
      `${paint('green', 'Greenroom')} ${version}: sessions of coding agents behind one stream of events`,
      '',
      ...rows.map(([name, value]) => `  ${paint('dim', name!.padEnd(6))}  ${value}`),
      '',
      ...table(steps.map(([command, why]) => [`  $ greenroom ${command}`, paint('dim', why)])).split('\n'),
      '',
      'All commands: greenroom --help',
    ].join('\n'),
  );
}

/** What helps most comes first. */
function nextSteps(isRunning: boolean, installed: readonly string[], suggested: string): [string, string][] {
  const all: [string, string][] = [
    ...(installed.length === 0
      ? [[`agents install ${suggested}`, 'install an agent'] as [string, string]]
      : []),
    ...(isRunning ? [] : [['up', 'start the daemon in the background'] as [string, string]]),
    ['open', 'open the inspector in the browser'],
    ['doctor', 'look for what is missing'],
    ...(isRunning ? [['status', 'what runs'] as [string, string]] : []),
  ];
  return all.slice(0, 3);
}
