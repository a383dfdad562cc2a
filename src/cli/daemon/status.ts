import { resolve } from 'node:path';
import type { GreenroomClient } from '../../client/index.js';
import { folderSize } from '../data/folder-size.js';
import { EXIT } from '../exit-codes.js';
import { formatBytes } from '../terminal/bytes.js';
import { counted } from '../terminal/counted.js';
import { elapsed } from '../terminal/elapsed.js';
import { print } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { withClient } from './connect.js';
import { daemonLogPath, logSize, logTail } from './daemon-log.js';
import { runningDaemon } from './running-daemon.js';
import type { StatusFlags } from './status-command.js';

const LOG_LINES = 20;

interface DaemonStatus {
  running: boolean;
  /** Those of a daemon on another machine are not known. */
  pid?: number;
  startedAt?: string;
  url?: string;
  socket?: string;
  version?: string;
  /** By status. */
  sessions?: Record<string, number>;
  /** Of sessions: how many run. */
  agents?: number;
  data?: { folder: string; bytes: number };
  log?: { file: string; lines?: string[] };
}

/** Prints what runs, and exits with a code that scripts can ask for. */
export async function status(flags: StatusFlags): Promise<void> {
  const { url, json } = flags;
  const local = url ? {} : await localStatus(flags);
  const isRunning = Boolean(url) || local.url !== undefined;
  const remote = isRunning ? await withClient(flags, remoteStatus) : {};
  const found: DaemonStatus = { running: isRunning, ...(url ? { url } : {}), ...local, ...remote };
  if (!isRunning) process.exitCode = EXIT.unreachable;
  print(found, { json }, () => describe(found));
}

async function localStatus({ data, log: wantsLog }: StatusFlags): Promise<Partial<DaemonStatus>> {
  const folder = resolve(data);
  const running = runningDaemon(data);
  const hasLog = (await logSize(data)) > 0;
  const lines = wantsLog ? { lines: await logTail(data, { lines: LOG_LINES }) } : {};
  return {
    ...(running && { pid: running.pid, startedAt: running.startedAt }),
    ...(running?.url && { url: running.url }),
    ...(running?.socket && { socket: running.socket }),
    data: { folder, bytes: await folderSize(folder) },
    ...(hasLog ? { log: { file: daemonLogPath(folder), ...lines } } : {}),
  };
}

async function remoteStatus(client: GreenroomClient): Promise<Partial<DaemonStatus>> {
  const [{ version }, metrics] = await Promise.all([
    client.call('daemon/health', {}),
    client.http.text('GET /metrics'),
  ]);
  const sessions = metricOf(metrics, 'greenroom_sessions', 'status');
  return { version, sessions, agents: metricOf(metrics, 'greenroom_agents', 'state').running ?? 0 };
}

/** The values of a metric by the value of a label: `name{label="idle"} 3` → `{ idle: 3 }` */
function metricOf(text: string, name: string, label: string): Record<string, number> {
  const start = `${name}{${label}="`;
  const lines = text.split('\n').filter((line) => line.startsWith(start));
  return Object.fromEntries(
    lines.map((line) => {
      const [value = '', count] = line.slice(start.length).split('"} ');
      return [value, Number(count)];
    }),
  );
}

function describe({ running, pid, startedAt, url, socket, version, ...more }: DaemonStatus): string {
  const { sessions, agents, data, log } = more;
  const title = running
    ? `${paint('green', '●')} running`
    : `${paint('dim', '○')} ${pid === undefined ? 'not running; start it with: greenroom up' : 'starting'}`;
  const rows: [string, string | undefined][] = [
    ['address', url],
    ['socket', socket],
    ['version', version],
    ['pid', pid?.toString()],
    ['uptime', startedAt && elapsed(Date.now() - Date.parse(startedAt))],
    ['sessions', sessions && describeSessions(sessions)],
    ['agents', agents === undefined ? undefined : `${agents} running`],
    ['data', data && `${data.folder} (${formatBytes(data.bytes)})`],
    ['log', log?.file],
  ];
  const lines = rows.filter(([, value]) => value !== undefined);
  const end = log?.lines && log.lines.length > 0 ? ['', ...log.lines] : [];
  return [title, ...lines.map(([name, value]) => `  ${paint('dim', name.padEnd(8))}  ${value}`), ...end].join(
    '\n',
  );
}

/** `3 sessions: 2 idle, 1 running` */
function describeSessions(sessions: Record<string, number>): string {
  const present = Object.entries(sessions).filter(([, count]) => count > 0);
  const total = present.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return 'none';
  return `${counted(total, 'session')}: ${present.map(([name, count]) => `${count} ${name}`).join(', ')}`;
}
