import { expect, test } from 'vitest';
import { inWords, mcpTitle, pathsTitle, searchTitle, titleOf } from '../../../src/agents/kit/title.js';

test('is the first candidate with words in it, else a generic one', () => {
  expect(titleOf('execute', undefined, ' \n', 'npm test', 'other')).toBe('npm test');
  expect(titleOf('execute', 7, null)).toBe('Run a command');
  expect(titleOf('other')).toBe('Use a tool');
});

test('is one short line', () => {
  expect(titleOf('execute', '\n\n  cat <<EOF\r\nmore\nEOF')).toBe('cat <<EOF');
  const long = titleOf('execute', `echo ${'🙂'.repeat(200)}`);
  expect([...long]).toHaveLength(120);
  expect(long.endsWith('🙂…')).toBe(true);
});

test('names the pattern of a search first', () => {
  expect(searchTitle('TODO', 'src')).toBe('TODO in src');
  expect(searchTitle('TODO', null)).toBe('TODO');
  expect(searchTitle(undefined, 'src')).toBe('src');
});

test('counts the paths after the first', () => {
  expect(pathsTitle([])).toBeNull();
  expect(pathsTitle(['a'])).toBe('a');
  expect(pathsTitle(['a', 'b', 'c'])).toBe('a and 2 more');
});

test('puts names into words', () => {
  expect(inWords('read_web-page')).toBe('read web page');
  expect(mcpTitle('my_server', 'list_all')).toBe('my server: list all');
});
