import type { ToolLabel } from '../kit/drafts.js';
import { field } from '../kit/native.js';
import { shortPath } from '../kit/paths.js';
import { at } from '../kit/record.js';
import { inWords, pathsTitle, titleOf } from '../kit/title.js';
import type { PermissionRequest } from './native.js';
import { type LabelContext, labelOf } from './tool-labels.js';

/** A permission, and the tool that needs it. */
export interface Asked {
  /** The tool's name; that of the permission if the tool is unknown. */
  tool: string;
  /** The tool's input; else what the request says. */
  input: unknown;
  request: PermissionRequest;
}

const OUTSIDE = 'external_directory';
const REPEATED = 'doom_loop';

/** Kind and title as of the tool's call. Where its input is not known, the request says what it is about. */
export function labelOfRequest({ tool, input, request }: Asked, context: LabelContext): ToolLabel {
  const { kind, title } = labelOf(tool, input, context);
  const { permission, patterns, metadata } = request;
  const isKnown = input !== metadata;
  if (isKnown) return { kind, title };
  const { command, filepath, files, url } = metadata;
  const listed = Array.isArray(files) ? files.map((file) => field(file, 'filePath')) : [filepath];
  const paths = listed.filter((path) => typeof path === 'string');
  const short = pathsTitle(paths.map((path) => shortPath(path, context.roots)));
  const asked = permission === 'task' || permission === 'skill' ? patterns[0] : null;
  return { kind, title: titleOf(kind, command, short, url, asked, title) };
}

/** Why the server asks although the tool itself may be used. */
export function reasonOf(request: PermissionRequest): string | null {
  if (request.permission === OUTSIDE) return `${folders(request)} is outside of the session's folder`;
  return request.permission === REPEATED ? 'The same call was made several times' : null;
}

const everything: Readonly<Record<string, string>> = {
  bash: 'all commands',
  edit: 'all edits',
  read: 'reading all files',
  webfetch: 'fetching all web pages',
  websearch: 'all web searches',
  task: 'all sub-agents',
};

/** The scope of `always`: it holds for the session, as Greenroom replies itself. */
export function scopeOf(asked: Asked, context: LabelContext): string {
  return `${coverage(asked, context)} in this session`;
}

function coverage({ tool, input, request }: Asked, context: LabelContext): string {
  const { permission, always } = request;
  if (permission === OUTSIDE) return `access to ${folders(request)}`;
  if (permission === REPEATED) return `repeated calls of ${inWords(tool)}`;
  if (always.includes('*')) {
    return at(everything, permission) ?? `all calls of ${labelOf(permission, input, context).title}`;
  }
  // `npm test *` stands for the command with any arguments.
  const names = [...new Set(always.map((pattern) => pattern.replace(/ \*$/, '')))].join(', ');
  return permission === 'bash' ? `${names} commands` : `${inWords(permission)} ${names}`;
}

function folders({ patterns }: PermissionRequest): string {
  return patterns.map((pattern) => pattern.replace(/\/\*$/, '') || '/').join(', ');
}
