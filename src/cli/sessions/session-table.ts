import type { PendingRequests, SessionInfo } from '../../client/index.js';
import { Columns } from '../terminal/columns.js';
import { fitted } from '../terminal/fit.js';
import { oneLine } from '../terminal/one-line.js';
import { paint } from '../terminal/paint.js';
import { ageText } from './age.js';
import { costText } from './cost.js';
import { folderText } from './folder-text.js';
import { waitsForText } from './requests-text.js';
import { statusText } from './status-text.js';

/** A session, and what it asks for if it waits. */
export interface ListedSession {
  info: SessionInfo;
  requests: PendingRequests | null;
}

const columns = ['SESSION', 'STATUS', 'AGENT', 'MODEL', 'TITLE', 'FOLDER', 'ACTIVE', 'COST', 'WAITS FOR'];
/** In a terminal, the texts of these columns are cut where there is no room. */
const flexible = ['MODEL', 'TITLE', 'FOLDER', 'WAITS FOR'].map((name) => columns.indexOf(name));

/** The sessions in columns that stay aligned from one group of rows to the next. */
export class SessionTable {
  readonly #columns = new Columns();
  #hasHeader = false;

  /** Complete lines; before the first of them the header. */
  text(sessions: readonly ListedSession[], now: number): string {
    const header = this.#hasHeader ? [] : [columns.map((name) => paint('dim', name))];
    this.#hasHeader = true;
    const rows = sessions.map((session) => sessionRow(session, now));
    const { isTTY, columns: width } = process.stdout;
    const cut = isTTY && width > 0 ? fitted([columns, ...rows], flexible, width).slice(1) : rows;
    return this.#columns
      .lines([...header, ...cut])
      .map((line) => `${line}\n`)
      .join('');
  }
}

function sessionRow({ info, requests }: ListedSession, now: number): string[] {
  return [
    info.sessionId,
    statusText(info.status),
    info.agent,
    oneLine(info.model ?? '-'),
    oneLine(info.title ?? '-'),
    oneLine(folderText(info.directory)),
    ageText(info.updatedAt, now),
    costText(info.costUsd) || '-',
    waitsFor(info, requests),
  ];
}

function waitsFor(
  { ended, damage, missingSecrets = [] }: SessionInfo,
  requests: PendingRequests | null,
): string {
  if (damage !== undefined) return oneLine(damage);
  if (!ended && missingSecrets.length > 0) return `Secrets: ${missingSecrets.join(', ')}`;
  return requests === null ? '' : waitsForText(requests);
}
