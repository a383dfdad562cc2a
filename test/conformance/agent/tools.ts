import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { UniversalItem } from '../../../src/schema/index.js';
import type { Turn } from '../../support/real/conversation.js';
import type { Scenario } from './scenario.js';

const mcpServer = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

/** A session's own MCP server, which replies with the given word. */
const own = (word: string) => ({
  own: { type: 'local', command: [process.execPath, mcpServer], args: ['own'], env: { MCP_WORD: word } },
});

export const tools: Scenario[] = [
  {
    name: 'runs a command and shows its output',
    tags: ['tools', 'commands'],
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const turn = await session.turn(world.cues.command('echo hello > made.txt && cat made.txt'));
      expect(turn.of('permission.requested')).toEqual([]);
      expect(turn.calls).toHaveLength(1);
      expect(turn.results).toEqual([{ status: 'completed', output: expect.stringMatching(/^hello\n?$/) }]);
      expect(await readFile(`${session.directory}/made.txt`, 'utf8')).toBe('hello\n');
      await session.end();
    },
  },
  {
    name: 'shows how a command failed',
    tags: ['commands'],
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const turn = await session.turn(world.cues.command('echo oh no >&2; exit 7'));
      expect(turn.results).toEqual([{ status: 'failed', output: expect.stringContaining('oh no') }]);
      expect(turn.outcome).toBe('completed');
      await session.end();
    },
  },
  {
    name: "runs commands in the session's directory",
    async play(world) {
      const sessions = await Promise.all([1, 2].map(() => world.begin({ permissionMode: 'bypass' })));
      await Promise.all(
        sessions.map(async (session) => {
          const [result] = (await session.turn(world.cues.command('pwd'))).results;
          expect(result?.output.trim()).toBe(session.directory);
          await session.end();
        }),
      );
    },
  },
  {
    name: 'edits files and shows diffs',
    tags: ['edits'],
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const { message, path, diffs, content } = world.cues.edit(session.directory);
      const turn = await session.turn(message);
      const shown = turn.diffs.filter((part) => part.path === path).map(({ diff }) => diff);
      for (const diff of diffs) expect(shown).toContainEqual(expect.stringMatching(diff));
      if (content !== null) expect(await readFile(path, 'utf8')).toBe(content);
      await world.endAndReplay(session);
    },
  },
  {
    name: 'runs sub-agents, whose items have a parent',
    tags: ['subagents'],
    needs: (_, { delegate }) => delegate,
    async play(world) {
      const { message, leaves } = world.cues.delegate!;
      const session = await world.begin({ permissionMode: 'bypass' });
      const turn = await session.turn(message);
      expect(turn.outcome).toBe('completed');
      const [start] = turn.items('tool_call');
      const below = descendants(turn, start!);
      expect(below.filter(({ kind }) => kind === leaves)).not.toEqual([]);
      await session.end();
    },
  },
  {
    name: 'asks for permissions of a sub-agent',
    tags: ['subagents', 'permissions'],
    needs: (_, { delegateAsked }) => delegateAsked,
    async play(world) {
      const session = await world.begin();
      await session.send(world.cues.delegateAsked!.message('touch below.txt'));
      const asked = await session.permit('once');
      expect(asked.metadata).toMatchObject({ command: expect.stringContaining('touch below.txt') });
      expect((await session.turnEnd()).outcome).toBe('completed');
      expect(await readFile(`${session.directory}/below.txt`, 'utf8')).toBe('');
      await session.end();
    },
  },
  {
    name: 'uses tools of MCP servers after permission',
    tags: ['mcp', 'permissions'],
    needs: (_, { mcp }) => mcp,
    async play(world) {
      const directory = await world.workspace();
      const message = await world.cues.mcp!('over there', directory);
      const session = await world.begin({ directory, trust: 'always' });
      await session.send(message);
      await session.permit('once');
      const turn = await session.turnEnd();
      expect(turn.calls).toEqual([expect.stringMatching(/demo.*echo/)]);
      expect(turn.results).toEqual([
        { status: 'completed', output: expect.stringContaining('echo: over there') },
      ]);
      await session.end();
    },
  },
  {
    name: "uses a session's own MCP servers, in that session only",
    tags: ['own-mcp'],
    needs: ({ capabilities }, { ownMcp }) => capabilities.mcpServers && ownMcp,
    async play(world) {
      await Promise.all(
        ['heron', 'egret'].map(async (word, index, words) => {
          const session = await world.begin({ mcp: own(word) });
          const turn = await world.allowedTurn(session, world.cues.ownMcp!);
          const shown = JSON.stringify(turn.of('item.completed').map(({ data }) => data.item));
          expect(shown).toContain(word);
          expect(shown).not.toContain(words[1 - index]);
          await session.end();
        }),
      );
    },
  },
  {
    name: 'forwards questions of an MCP server',
    tags: ['questions'],
    needs: (_, { mcpQuestion }) => mcpQuestion,
    async play(world) {
      const session = await world.begin({ mcp: own('asks') });
      await session.send(world.cues.mcpQuestion!);
      await session.permit('once');
      // Agents may reorder the fields.
      const { questions } = await session.answer(({ header }) => (header === 'Size' ? ['large'] : ['3']));
      const size = { prompt: 'What shall it be?', options: [{ label: 'small' }, { label: 'large' }] };
      expect(questions.find(({ header }) => header === 'Size')).toMatchObject(size);
      const count = questions.find(({ header }) => header === 'Count');
      expect(count?.prompt).toBe('What shall it be?\nHow many');
      const turn = await session.turnEnd();
      // Some agents escape the server's output.
      const output = turn.results[0]?.output.replaceAll('\\', '');
      expect(output).toContain('"action":"accept"');
      expect(output).toMatch(/"size":"large","count":3|"count":3,"size":"large"/);
      await session.end();
    },
  },
];

/** The descendants of an item, except its own result. */
function descendants(turn: Turn, { item_id }: UniversalItem): UniversalItem[] {
  const started = turn.of('item.started').map(({ data }) => data.item);
  const below = new Set([item_id]);
  return started.filter((item) => {
    if (item.parent_id === null || !below.has(item.parent_id)) return false;
    below.add(item.item_id);
    return true;
  });
}
