import { describe, expect, test } from 'vitest';
import { argumentsFor } from '../../../src/agents/amp/arguments.js';

const plain = { variant: null, agentMode: 'default', thread: null, settingsFile: '/s.json', mcpFile: null };

describe('arguments', () => {
  test('contain no message', () => {
    expect(argumentsFor(plain)).toEqual([
      '--execute',
      '--stream-json',
      '--stream-json-thinking',
      '--stream-json-input',
      '--no-ide',
      '--no-archive-after-execute',
      '--settings-file',
      '/s.json',
    ]);
  });

  test('continue a thread', () => {
    const args = argumentsFor({ ...plain, thread: 'T-1' });
    expect(args.slice(0, 4)).toEqual(['threads', 'continue', 'T-1', '--execute']);
  });

  test('name the MCP configuration file', () => {
    expect(argumentsFor({ ...plain, mcpFile: '/m.json' }).slice(-2)).toEqual(['--mcp-config', '/m.json']);
  });

  test.each([
    ['default', null, undefined],
    ['low', null, 'low'],
    ['default', 'high', 'high'],
    ['low', 'high', 'high'],
  ])('mode %s and effort %s is %s', (agentMode, variant, mode) => {
    const args = argumentsFor({ ...plain, agentMode, variant });
    expect(args.includes('--mode') ? args.at(-1) : undefined).toBe(mode);
  });
});
