import { expect, onTestFinished } from 'vitest';
import type { SessionInput } from '../../machines/index.js';
import type {
  ContentPart,
  Draft,
  EventOf,
  EventType,
  UniversalEvent,
  UniversalItem,
} from '../../src/schema/index.js';
import { violations } from './invariants.js';
import { SessionRig } from './session-rig.js';

/** A session that is ended with its test, and must have kept all promises by then. */
export function stage(given: Partial<SessionInput> = {}): SessionRig {
  const rig = new SessionRig(given);
  onTestFinished(() => {
    rig.send({ type: 'command.terminate' }).exit(null);
    expect(violations(rig.events, { ended: true })).toEqual([]);
  });
  return rig;
}

/** A session whose agent is there. */
export function idle(given: Partial<SessionInput> = {}): SessionRig {
  return stage(given).ready();
}

/** A session in its first turn: the user's message is item 1, unless the agent sends it back. */
export function inTurn(given: Partial<SessionInput> = {}): SessionRig {
  return idle(given).message('hello', { messageId: 'm1' });
}

/** What comes of drafts, an event a line. */
export function told(rig: SessionRig, ...drafts: Draft[]): string[] {
  return lines(rig, () => {
    for (const draft of drafts) rig.draft(draft);
  });
}

/** What comes of whatever is done, an event a line. */
export function lines(rig: SessionRig, act: () => unknown): string[] {
  const before = rig.events.length;
  act();
  return rig.events.slice(before).map(line);
}

export function eventsOf<T extends EventType>(rig: SessionRig, type: T): EventOf<T>[] {
  return rig.events.filter((event): event is EventOf<T> => event.type === type);
}

/** An item as it ended, by its number. */
export function itemAt(rig: SessionRig, number: number): UniversalItem {
  const found = eventsOf(rig, 'item.completed').find((event) => numberOf(event.data.item.item_id) === number);
  if (!found) throw new Error(`item ${number} was never completed`);
  return found.data.item;
}

/** The number of the item that an item came from. */
export function parentOf(rig: SessionRig, number: number): number | null {
  const { parent_id } = itemAt(rig, number);
  return parent_id === null ? null : numberOf(parent_id);
}

/** The problem that the latest command was refused with, without its words. */
export function refusal(rig: SessionRig): string | null {
  const answer = rig.answers.at(-1);
  return answer?.type === 'refused' ? answer.problem.type.replace('urn:greenroom:error:', '') : null;
}

/** What became of the latest message. */
export function disposition(rig: SessionRig): string | null {
  const answer = rig.answers.at(-1);
  return answer?.type === 'accepted' ? answer.disposition : null;
}

/** What the agent was told: the messages, and the rest by name. */
export function prompts(rig: SessionRig): string[] {
  return rig.effects.map((effect) => {
    if (effect.type === 'prompt') return effect.prompt.message;
    return effect.type === 'steer' ? `steer: ${effect.prompt.message}` : effect.type;
  });
}

const numberOf = (id: string): number => Number(id.split('_').at(-1));

/** An event in a few words. Of the items, those that the daemon made up have a star. */
function line({ type, data, synthetic }: UniversalEvent): string {
  const star = synthetic ? '*' : '';
  switch (type) {
    case 'item.started':
      return `start${star} ${numberOf(data.item.item_id)} ${data.item.role} ${data.item.kind}`;
    case 'item.delta':
      return `delta${star} ${numberOf(data.item_id)} ${data.delta}`;
    case 'item.completed': {
      const { item_id, status, content } = data.item;
      return `${status}${star} ${[numberOf(item_id), ...content.map(words)].join(' ')}`;
    }
    case 'turn.ended':
      return `${type} ${data.metadata.outcome}`;
    case 'permission.resolved':
      return `${type} ${data.status} ${data.metadata.reply}`;
    case 'question.resolved':
      return `${type} ${data.status}`;
    case 'session.ended':
      return `${type} ${data.reason}`;
    default:
      return type;
  }
}

function words(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `(${part.text})`;
    case 'tool_call':
      return `${part.name}[${part.call_id}]`;
    case 'tool_result':
      return `[${part.call_id}]=${part.output}`;
    default:
      return part.type;
  }
}
