import { relative, resolve } from 'node:path';
import { expect } from 'vitest';
import type { ErrorCategory, PlanEntry, UniversalEvent } from '../../../src/schema/index.js';
import { noticeOf } from '../../support/real/conversation.js';
import { approvals } from './approvals.js';
import type { Scenario } from './scenario.js';

/** The categories of the scripted failures. */
const categories: Readonly<Record<string, ErrorCategory>> = {
  unauthorized: 'auth',
  limited: 'rate_limit',
  overloaded: 'overloaded',
};

/** One meaning for all agents: whatever a client shows, it shows without knowing the agent. */
export const vocabulary: Scenario[] = [
  ...approvals,
  {
    name: 'describes its tools by kind and title',
    tags: ['tools'],
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const run = await session.turn(world.cues.command('echo told'));
      expect(run.toolCalls).toMatchObject([{ kind: 'execute', title: expect.stringContaining('echo told') }]);

      const { message, path } = world.cues.edit(session.directory);
      const edit = await session.turn(message);
      const name = relative(session.directory, resolve(session.directory, path));
      const edits = edit.toolCalls.filter(({ kind }) => kind === 'edit');
      expect(edits.map(({ title }) => title)).toEqual(edits.map(() => name));
      expect(edits).not.toEqual([]);
      const headers = edit.diffs.map(({ diff }) => diff?.split('\n', 2));
      expect(headers).toContainEqual([`--- a/${name}`, `+++ b/${name}`]);
      await session.end();
    },
  },
  {
    name: 'describes a sub-agent by its task',
    tags: ['subagents'],
    needs: (_, { delegate }) => delegate,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const turn = await session.turn(world.cues.delegate!.message);
      expect(turn.toolCalls[0]).toMatchObject({ kind: 'agent' });
      await session.end();
    },
  },
  {
    name: 'describes a tool of an MCP server by both names',
    tags: ['mcp'],
    needs: (_, { mcp }) => mcp,
    async play(world) {
      const directory = await world.workspace();
      const message = await world.cues.mcp!('told', directory);
      const session = await world.begin({ directory, trust: 'always' });
      await session.send(message);
      const { metadata } = await session.permit('once');
      const turn = await session.turnEnd();
      const label = { kind: 'other', title: expect.stringMatching(/^demo: echo/) };
      expect([metadata, turn.toolCalls[0]]).toMatchObject([label, label]);
      await session.end();
    },
  },
  {
    name: 'shows its to-do list as a plan, each time it changes',
    tags: ['tools'],
    needs: (_, { todo }) => todo,
    async play(world) {
      const { message, contents } = world.cues.todo!;
      const session = await world.begin({ permissionMode: 'bypass' });
      const turn = await session.turn(message);
      const plans = turn.notices.flatMap(({ label, fields }) =>
        label === 'plan' ? [(fields as { entries: PlanEntry[] }).entries] : [],
      );
      expect(plans.length).toBeGreaterThan(1);
      for (const [done, entries] of plans.entries()) {
        expect(entries.map(({ content }) => content)).toEqual(contents);
        const statuses = contents.map((_, index) => statusAt(index - done));
        expect(entries.map(({ status }) => status)).toEqual(statuses);
      }
      await session.end();
    },
  },
  {
    name: 'tells version, model, usage and context',
    tags: ['lifecycle'],
    async play(world) {
      const { model, usage, context } = world.cues.tells;
      const session = await world.begin();
      const { end } = await session.turn(world.cues.echo('told'));
      const info = await session.info();
      expect(session.events()[0]).toMatchObject({
        type: 'session.started',
        data: { metadata: { version: expect.stringMatching(/^\d+\.\d+/) } },
      });
      if (model) expect(end?.model).toEqual(expect.any(String));
      expect(end?.model ?? info.model).toBe(info.model);
      if (context) expect(end?.context?.used_tokens).toBeGreaterThan(0);
      expect(end?.context ?? info.context).toEqual(info.context);
      if (usage) {
        // Some agents ask their model more than once.
        const requests = (end?.usage?.input_tokens ?? 0) / usage.input_tokens!;
        expect(requests).toBeGreaterThanOrEqual(1);
        const sums = Object.entries(usage).map(([kind, tokens]) => [kind, tokens * requests]);
        expect(end?.usage).toMatchObject(Object.fromEntries(sums));
      }
      expect(info.usage).toEqual(end?.usage ?? {});
      await session.end();
    },
  },
  {
    name: 'has a title: that of the client, of the provider, or the first message',
    async play(world) {
      const [given, own] = await Promise.all([world.begin({ title: 'Mine' }), world.begin()]);
      expect(await own.info()).toMatchObject({ title: null });
      await Promise.all([given, own].map((session) => world.echoes(session, 'told')));
      expect(await given.info()).toMatchObject({ title: 'Mine' });
      expect(await own.info()).toMatchObject({ title: expect.stringMatching(/^\S.*$/) });
      await Promise.all([given.end(), own.end()]);
    },
  },
  {
    name: 'announces new settings once, and uses their model',
    tags: ['switching'],
    needs: (_, { settings }) => settings,
    async play(world) {
      const { model, variant } = world.cues.settings!;
      const session = await world.begin();
      await session.configure({ model, variant });
      const { end } = await session.turn(world.cues.echo('told'));
      const labels = session.items('status').map((item) => noticeOf(item).label);
      expect(labels.filter((label) => label === 'settings' || label === 'model')).toEqual(['settings']);
      expect((await session.info()).model).toContain(model);
      if (world.cues.tells.model) expect(end?.model).toContain(model);
      await session.end();
    },
  },
  {
    name: 'tells the category of an error, and nothing else of a retry',
    tags: ['errors'],
    needs: (_, { failures }) => failures.length > 0,
    async play(world) {
      await Promise.all(
        world.cues.failures.map(async ({ name, message, category = categories[name] }) => {
          const session = await world.begin();
          const turn = await session.turn(message);
          const told = turn.errors.map(({ details }) => details.category);
          expect(told, name).toEqual(told.map(() => category));
          expect(told, name).not.toEqual([]);
          expect(turn.items('system'), name).toEqual([]);
          const labels = turn.notices.map(({ label }) => label);
          expect(labels.filter((label) => label !== 'rate_limit' && label !== 'title')).toEqual([]);
          await session.end();
        }),
      );
    },
  },
  {
    name: 'tells of an MCP server that does not start',
    tags: ['own-mcp'],
    needs: ({ capabilities }, { tells }) => capabilities.mcpServers && tells.mcpFailures,
    async play(world) {
      const session = await world.begin({ mcp: { broken: { type: 'local', command: ['/nowhere/mcp'] } } });
      await session.send(world.cues.echo('told'));
      const event = await session.until(isFailedServer);
      expect(event).toMatchObject({ data: { item: { status: 'completed', thread_id: null } } });
      await session.turnEnd();
      await session.end();
    },
  },
];

function statusAt(distance: number): PlanEntry['status'] {
  if (distance < 0) return 'completed';
  return distance === 0 ? 'in_progress' : 'pending';
}

function isFailedServer({ type, data }: UniversalEvent): boolean {
  if (type !== 'item.completed') return false;
  const { label, fields } = noticeOf(data.item);
  return label === 'mcp' && (fields as { server: string }).server === 'broken';
}
