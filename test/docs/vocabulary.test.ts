import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ContentPart,
  ErrorCategory,
  NoticeLabel,
  PermissionDetails,
  ToolKind,
  UniversalEvent,
  Usage,
} from '../../src/schema/index.js';
import { vocabularyProblems } from '../support/vocabulary.js';

let section = '';

beforeAll(async () => {
  const page = await readFile(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
  [section] = /^## Vocabulary\n.*?(?=^## )/ms.exec(page)!;
});

const chapter = (title: string) => section.split(/^### /m).find((text) => text.startsWith(title)) ?? '';

/** The words in the first column of a chapter's table. */
const wordsIn = (title: string) =>
  [...chapter(title).matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(.*?)\??`/g)].map(([, word]) => word),
  );

const exampleIn = (title: string) => JSON.parse(/^```json\n(.*?)^```$/ms.exec(chapter(title))?.[1] ?? '');

describe('the tables list all words and no others', () => {
  it('of tool kinds', () => {
    expect(wordsIn('Tool calls').filter((word) => word !== 'kind')).toEqual(ToolKind.options);
  });

  it('of permissions', () => {
    const words = [...Object.keys(PermissionDetails.shape), 'thread_id'];
    expect(wordsIn('Permissions').sort()).toEqual(words.sort());
  });

  it('of usage', () => {
    const tokens = wordsIn('Turns').flatMap((word) => /^usage\.(.*)/.exec(word ?? '')?.[1] ?? []);
    expect(tokens).toEqual(Object.keys(Usage.shape));
  });

  it('of error categories', () => {
    expect(wordsIn('Error categories').filter((word) => word !== 'category')).toEqual(ErrorCategory.options);
  });

  it('of notices', () => {
    expect(wordsIn('Notices').filter((word) => word !== 'label')).toEqual(NoticeLabel.options);
  });
});

/** An event of the given content. */
function event(type: UniversalEvent['type'], data: object): UniversalEvent {
  return UniversalEvent.parse({
    event_id: 'evt_1',
    sequence: 1,
    time: '2026-01-01T00:00:00.000Z',
    session_id: 's',
    native_session_id: null,
    source: 'agent',
    synthetic: false,
    raw: null,
    type,
    data,
  });
}

const item = (kind: 'tool_call' | 'status', content: ContentPart[]) =>
  event('item.completed', {
    item: {
      item_id: 'itm_1',
      native_item_id: null,
      parent_id: null,
      thread_id: null,
      continues: null,
      kind,
      role: 'assistant',
      content,
      status: 'completed',
    },
  });

describe('the examples use the words of the vocabulary', () => {
  it.each<[string, (example: never) => UniversalEvent]>([
    ['Tool calls', (example) => item('tool_call', [example])],
    ['Permissions', (example) => event('permission.requested', example)],
    ['Plans', (example) => item('status', example)],
    ['Turns', (example) => event('turn.ended', example)],
    ['Error categories', (example) => event('error', example)],
    ['Notices', (example) => item('status', example)],
    ['Title and version', (example) => event('session.started', example)],
  ])('%s', (title, made) => {
    expect(vocabularyProblems([made(exampleIn(title) as never)])).toEqual([]);
  });

  it('covers every example', () => {
    expect(section.match(/^```json$/gm)).toHaveLength(7);
  });
});
