import type {
  AgentCommand,
  ContentPart,
  ContextUsage,
  DraftItem,
  EventOf,
  Metadata,
  UniversalEvent,
  UniversalItem,
} from '../../src/schema/index.js';

/** Facts about a session that its events report one by one; the latest counts. */
export interface Facts {
  /** The model in use. */
  model: string | null;
  /** The version of the agent's program. */
  version: string | null;
  /** The title that the provider chose. */
  providerTitle: string | null;
  /** The beginning of the first message. */
  firstMessage: string | null;
  /** How full the context was at the end of the last turn. */
  contextUsage: ContextUsage | null;
  /** The commands that the agent understands. */
  commands: readonly AgentCommand[];
  /** Whether the session started before its agent, which has not told about itself yet. */
  awaitsAgent: boolean;
}

export const noFacts: Facts = {
  model: null,
  version: null,
  providerTitle: null,
  firstMessage: null,
  contextUsage: null,
  commands: [],
  awaitsAgent: false,
};

const TITLE_LENGTH = 60;
/** A code point has at most two units. */
const MAX_UNITS = 2 * TITLE_LENGTH;

/** The facts that an event changes. */
export function factsIn(event: UniversalEvent, known: Facts): Partial<Facts> {
  switch (event.type) {
    case 'session.started':
      return {
        ...modelIn(event.data.metadata),
        ...versionIn(event.data.metadata),
        ...commandsIn(event.data.metadata),
        awaitsAgent: event.data.metadata.trust === 'asked' || event.data.metadata.early === true,
      };
    case 'turn.started':
      return modelIn(event.data.metadata);
    case 'turn.ended':
      return factsOfTurn(event.data.metadata);
    case 'item.completed':
      return factsOfItem(event.data.item, known);
    default:
      return {};
  }
}

/** Whether a notice has the title that is known already: agents tell it again when they are resumed. */
export function repeatsTitle({ kind, thread, content = [] }: DraftItem, { providerTitle }: Facts): boolean {
  if (kind !== 'status' || thread != null || providerTitle === null) return false;
  return content.some(
    (part) => part.type === 'status' && part.label === 'title' && part.detail === providerTitle,
  );
}

function factsOfTurn(metadata: EventOf<'turn.ended'>['data']['metadata']): Partial<Facts> {
  const { context } = metadata;
  return { ...modelIn(metadata), ...(context === undefined ? {} : { contextUsage: context }) };
}

function factsOfItem(item: UniversalItem, known: Facts): Partial<Facts> {
  if (item.thread_id != null) return {};
  if (item.kind === 'status') return factsOfNotice(item.content);
  if (item.kind !== 'message' || item.role !== 'user' || known.firstMessage !== null) return {};
  const line = item.content.map((part) => (part.type === 'text' ? shortened(part.text) : '')).find(Boolean);
  return line === undefined ? {} : { firstMessage: line };
}

function factsOfNotice(content: readonly ContentPart[]): Partial<Facts> {
  const notice = content.find((part) => part.type === 'status');
  const fields = fieldsIn(content);
  switch (notice?.label) {
    case 'title':
      return { providerTitle: notice.detail ?? null };
    case 'model':
      return modelIn(fields);
    case 'settings':
      return {
        // The default model becomes known with the next turn.
        ...(fields.model === null ? { model: null } : modelIn(fields)),
        ...versionIn(fields),
        ...commandsIn(fields),
        // Only the notice of an agent that has started names it.
        ...(fields.agent === undefined ? {} : { awaitsAgent: false }),
      };
    case 'version':
      return versionIn(fields);
    default:
      return {};
  }
}

function fieldsIn(content: readonly ContentPart[]): Metadata {
  const json = content.find((part) => part.type === 'json')?.json;
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}

function modelIn({ model }: { model?: unknown }): Partial<Facts> {
  return typeof model === 'string' ? { model } : {};
}

function versionIn({ version }: { version?: unknown }): Partial<Facts> {
  return typeof version === 'string' ? { version } : {};
}

/** Absent if the agent tells none. */
export function commandsIn({ commands }: { commands?: unknown }): Partial<Facts> {
  if (!Array.isArray(commands)) return {};
  return { commands: commands.filter(isCommand) };
}

function isCommand(value: unknown): value is AgentCommand {
  const { name, description = '', hint = '' } = (value ?? {}) as Partial<AgentCommand>;
  return [name, description, hint].every((text) => typeof text === 'string');
}

/** On one line, cut between code points. */
function shortened(text: string): string {
  let line = '';
  for (const [word] of text.matchAll(/\S+/g)) {
    line += line === '' ? word : ` ${word}`;
    if (line.length > MAX_UNITS) break;
  }
  return [...line.slice(0, MAX_UNITS)].slice(0, TITLE_LENGTH).join('').trimEnd();
}
