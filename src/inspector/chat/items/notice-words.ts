import type { ContentPart, UniversalItem } from '../../../client/index.js';
import { statusName } from '../../../schema/index.js';
import { count } from '../../../text/amounts.js';
import { permissionModes } from '../../sessions/permission-modes.js';

/** A notice for people: its subject, and what is to be said about it. */
export interface NoticeWords {
  subject: string;
  text: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Notice = Extract<ContentPart, { type: 'status' }>;
type WordsOf = (detail: string, fields: Fields, status: UniversalItem['status']) => NoticeWords | null;

/** Labels whose fields say more than the detail, or say it better. */
const words: Readonly<Record<string, WordsOf>> = {
  compaction: (detail, { before_tokens: before, after_tokens: after, trigger }, status) => {
    if (status === 'in_progress') return { subject: 'Compacting the conversation', text: '' };
    if (status === 'failed' || typeof before !== 'number') return null;
    const sizes =
      typeof after === 'number' ? `from ${count(before)} to ${count(after)}` : `from ${count(before)}`;
    const how = trigger === 'auto' ? ', automatically' : '';
    return { subject: 'Conversation compacted', text: `${sizes} tokens${how}` || detail };
  },
  rate_limit: (detail, { used_percent: used, resets_at: resets, reached }) => {
    if (typeof used !== 'number' && typeof resets !== 'string') return null;
    const isReached = reached === true || (typeof used === 'number' && used >= 100);
    const facts = [
      typeof used === 'number' && !isReached && `${count(used)}% used`,
      typeof resets === 'string' && `resets ${timeOf(resets)}`,
    ].filter(Boolean);
    return {
      subject: isReached ? 'Rate limit reached' : 'Rate limit is near',
      text: facts.join(', ') || detail,
    };
  },
  mcp: (_, { server, error }) =>
    typeof server === 'string' && typeof error === 'string'
      ? { subject: `MCP server ${server}`, text: error }
      : null,
  settings: (_, fields) => {
    const changes = changesIn(fields);
    const subject = typeof fields.agent === 'string' ? 'Agent started' : 'Settings';
    return changes.length === 0 ? null : { subject, text: changes.join(' · ') };
  },
  title: (detail) => ({ subject: 'Title', text: `“${detail}”` }),
  version: (_, { version, tested }) =>
    typeof version === 'string' && Array.isArray(tested)
      ? { subject: `Untested version ${version}`, text: `tested with ${tested.join(', ')}` }
      : null,
};

export function noticeWords({ status, content }: UniversalItem): NoticeWords {
  const notice = content.find((part): part is Notice => part.type === 'status');
  const label = notice?.label ?? '';
  const detail = notice?.detail ?? '';
  const known = Object.hasOwn(words, label) ? words[label]!(detail, fieldsIn(content), status) : null;
  return known ?? { subject: capitalised(statusName(label)), text: detail };
}

function changesIn({ version, model, variant, mode, permission_mode, commands }: Fields): string[] {
  const name = (label: string, value: unknown) => {
    if (value === undefined) return [];
    return [typeof value === 'string' ? `${label} ${value}` : `${label} by default`];
  };
  const permissions = permissionModes.find(([id]) => id === permission_mode)?.[1] ?? permission_mode;
  return [
    ...(typeof version === 'string' ? [`version ${version}`] : []),
    ...name('model', model),
    ...name('effort', variant),
    ...name('mode', mode),
    ...name('permissions:', typeof permissions === 'string' ? permissions.toLowerCase() : permissions),
    ...(Array.isArray(commands) ? [`${commands.length} commands`] : []),
  ];
}

/** In the reader's own time, with the day unless it is today. */
function timeOf(time: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return `at ${time}`;
  const clock = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday
    ? `at ${clock}`
    : `on ${at.toLocaleDateString([], { month: 'short', day: 'numeric' })}, ${clock}`;
}

function fieldsIn(content: readonly ContentPart[]): Fields {
  const json = content.find((part) => part.type === 'json')?.json;
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
