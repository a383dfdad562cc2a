import type { PendingRequests, SessionInfo, SessionQueue, StateValue } from '../../client/index.js';
import { counted } from '../terminal/counted.js';
import { oneLine } from '../terminal/one-line.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import { ageText } from './age.js';
import { costText } from './cost.js';
import { pendingOf } from './find-request.js';
import { folderText } from './folder-text.js';
import { requestsSheet } from './requests-sheet.js';
import { statusText } from './status-text.js';

export interface SheetContent {
  info: SessionInfo;
  requests: PendingRequests | null;
  queue: SessionQueue | null;
}

/** Everything about a session that is known, for people. */
export function sessionSheet({ info, requests, queue }: SheetContent): string {
  const rows = [...identity(info), ...settings(info), ...activity(info)].filter(([, value]) => value !== '');
  const facts = table(rows.map(([name, value]) => [paint('dim', name), value]));
  const queued = (queue?.entries ?? []).map(({ message }, index) => `  ${index + 1}. ${oneLine(message)}`);
  const parts = [
    facts,
    queued.length > 0 ? [paint('dim', 'Queue'), ...queued].join('\n') : '',
    requests ? requestsSheet(pendingOf(requests), info.sessionId) : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

type Row = [name: string, value: string];

function identity(info: SessionInfo): Row[] {
  const { sessionId, title, status, damage, state, missingSecrets = [] } = info;
  return [
    ['Session', sessionId],
    ['Title', oneLine(title ?? '')],
    ['Status', `${statusText(status)} ${paint('dim', `(${stateText(state)})`)}`],
    ['Damage', oneLine(damage ?? '')],
    [
      'Missing',
      missingSecrets.length > 0 ? `${missingSecrets.join(', ')}; set with: greenroom configure` : '',
    ],
  ];
}

function settings(info: SessionInfo): Row[] {
  const { agent, agentVersion, agentMode, permissionMode, model, variant, directory, mcp } = info;
  return [
    ['Agent', [agent, agentVersion ?? ''].join(' ').trim()],
    ['Model', [oneLine(model ?? ''), variant === null ? '' : `(${variant})`].join(' ').trim()],
    ['Mode', agentMode],
    ['Permissions', permissionMode],
    ['Folder', oneLine(folderText(directory))],
    ['MCP servers', Object.keys(mcp ?? {}).join(', ')],
    ['Native id', oneLine(info.nativeSessionId ?? '')],
  ];
}

function activity(info: SessionInfo): Row[] {
  const { createdAt, updatedAt, eventCount, queued, threads, usage, context, costUsd } = info;
  const agents = threads.map(({ threadId, title, status }) => `${oneLine(title)} (${threadId}, ${status})`);
  const { input_tokens: read, cached_tokens: cached, output_tokens: written } = usage;
  const tokens = [
    read ? `${number(read)} in${cached ? ` (${number(cached)} cached)` : ''}` : '',
    written ? `${number(written)} out` : '',
  ].filter((each) => each !== '');
  return [
    ['Created', moment(createdAt)],
    ['Active', moment(updatedAt)],
    ['Events', String(eventCount)],
    ['Queued', queued === 0 ? '' : counted(queued, 'message')],
    ['Sub-agents', agents.join(', ')],
    ['Tokens', tokens.join(', ')],
    ['Context', context ? `${number(context.used_tokens)} of ${number(context.window_tokens)} tokens` : ''],
    ['Cost', costText(costUsd)],
  ];
}

const number = (count: number) => count.toLocaleString('en');

/** `2026-01-31 12:00:00, 5 min ago` */
function moment(time: number): string {
  const age = ageText(time, Date.now());
  const date = new Date(time).toLocaleString('sv');
  return `${date} ${paint('dim', age === 'now' ? '(now)' : `(${age} ago)`)}`;
}

/** `running.turn.waiting`, or one value per region. */
function stateText(value: StateValue | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  const regions = Object.entries(value).map(([name, inner]) =>
    [name, stateText(inner)].filter((part) => part !== '').join('.'),
  );
  return regions.join(', ');
}
