import type { ContentPart, Draft, NoticeLabel, PlanEntry } from '../../schema/index.js';
import { completed, type Origin, status } from './drafts.js';

type JsonValue = Extract<ContentPart, { type: 'json' }>['json'];

/** A status item with a label of the vocabulary. Clients read the fields, humans the detail. */
export function notice(
  origin: Origin,
  label: Exclude<NoticeLabel, 'agent'>,
  detail: string | null,
  fields?: Readonly<Record<string, JsonValue>>,
): Draft {
  const parts: ContentPart[] = fields === undefined ? [] : [{ type: 'json', json: { ...fields } }];
  return completed(status(origin, label, detail, parts));
}

/** The whole plan or to-do list, each time it changes, with the agent's own words about the change if it has any. */
export function plan(origin: Origin, entries: readonly PlanEntry[], explanation?: string | null): Draft {
  const done = entries.filter((entry) => entry.status === 'completed').length;
  return notice(origin, 'plan', explanation || `${done} of ${entries.length} done`, {
    entries: entries.map((entry) => ({ ...entry })),
  });
}

export function titleNotice(origin: Origin, title: string): Draft {
  return notice(origin, 'title', title);
}

export function modelNotice(origin: Origin, model: string): Draft {
  return notice(origin, 'model', model, { model });
}

/** An MCP server that could not be used. */
export function mcpNotice(origin: Origin, server: string, error: string): Draft {
  return notice(origin, 'mcp', `${server}: ${error}`, { server, error });
}
