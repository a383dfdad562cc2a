import type { Database } from '../database.js';

/** The most problems that are reported of each table. */
const MOST = 10;

const TABLES = [
  { table: 'documents', what: `'document ' || kind || '/' || id` },
  { table: 'journal', what: `'journal entry ' || position` },
];

/** What is wrong with the documents and the journal of a log. Earlier versions had neither. */
export function documentProblems(database: Database): string[] {
  return TABLES.flatMap(({ table, what }) => {
    const isThere = database.query(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`);
    if (!isThere.get([table])) return [];
    const unreadable = database.query(
      `SELECT ${what} FROM ${table} WHERE NOT json_valid(json) LIMIT ${MOST}`,
    );
    return unreadable.all([]).map(([name]) => `${name} is not readable`);
  });
}
