import type { ErrorCategory, NoticeLabel, ToolKind } from './vocabulary.js';

/** The vocabulary in plain English. */

export const toolVerbs: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  fetch: 'Fetch',
  think: 'Think',
  plan: 'Plan',
  agent: 'Sub-agent',
  question: 'Ask',
  other: 'Use',
};

export const noticeNames: Readonly<Record<NoticeLabel, string>> = {
  agent: 'Sub-agent',
  plan: 'Plan',
  settings: 'Settings',
  compaction: 'Compaction',
  rate_limit: 'Rate limit',
  mcp: 'MCP server',
  title: 'Title',
  model: 'Model',
  trust: 'Trust',
  version: 'Version',
};

export const errorNames: Readonly<Record<ErrorCategory, string>> = {
  auth: 'Authentication',
  billing: 'Billing',
  rate_limit: 'Rate limit',
  overloaded: 'Overloaded',
  context_length: 'Context too long',
  network: 'Network',
  refused: 'Refused',
  invalid_request: 'Invalid request',
  server: 'Server error',
  agent: 'Agent error',
  unknown: 'Unknown cause',
};

/** The label of a status item as text. Labels that are no notices are progress, and text already. */
export function statusName(label: string): string {
  return Object.hasOwn(noticeNames, label) ? noticeNames[label as NoticeLabel] : label.replaceAll('_', ' ');
}
