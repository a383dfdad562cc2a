import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type OpenApi, openApiDocument } from '../documents/document.js';
import { differences } from './differences.js';

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const older: OpenApi = JSON.parse(text('fixtures/spec/openapi-v0.1.11.json'));

/** The first column of the table of differences. */
function listed(): string[] {
  const rows = text('docs/compatibility.md').split('\n');
  const cells = rows.flatMap((row) => /^\| `([^`]+)`/.exec(row)?.[1] ?? []);
  return cells.sort();
}

it('the documentation lists every difference from the older document, and nothing else', () => {
  expect(differences(older, openApiDocument())).toEqual(listed());
});

it('a lost operation, parameter, field, value or status is a difference', () => {
  const lose = (change: (document: OpenApi) => void) => {
    const changed = structuredClone(older);
    change(changed);
    return differences(older, changed);
  };
  const { schemas } = older.components;
  expect(differences(older, older)).toEqual([]);
  expect(lose(({ paths }) => void delete paths['/v1/health'])).toEqual(['GET /v1/health is missing']);
  expect(lose(({ paths }) => paths['/v1/fs/stat']!.get!.parameters!.pop())).toEqual([
    'GET /v1/fs/stat has no parameter session_id',
  ]);
  expect(lose(({ paths }) => void delete paths['/v1/sessions/{session_id}']!.post!.responses[409])).toEqual([
    'POST /v1/sessions/{session_id} never answers 409',
  ]);
  expect(lose(({ components }) => void delete components.schemas.FsStat!.properties!.size)).toEqual([
    'FsStat has no size',
  ]);
  expect(lose(({ components }) => components.schemas.FsStat!.required!.pop())).toEqual([
    `FsStat may be without ${schemas.FsStat!.required!.at(-1)}`,
  ]);
  expect(lose(({ components }) => components.schemas.CreateSessionRequest!.required!.push('title'))).toEqual([
    'CreateSessionRequest requires title',
  ]);
  expect(lose(({ components }) => components.schemas.PermissionReply!.enum!.pop())).toEqual([
    'PermissionReply cannot be reject',
  ]);
});
