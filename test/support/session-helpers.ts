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

/** A session that is terminated with its test and checked for violations then. */
export function newSession(given: Partial<SessionInput> = {}): SessionRig {
  const rig = new SessionRig(given);
  onTestFinished(() => {
    rig.send({ type: 'command.terminate' }).exit(null);
    expect(violations(rig.events, { ended: true })).toEqual([]);
  });
  return rig;
}

/** A session whose agent is ready. */
export function idle(given: Partial<SessionInput> = {}): SessionRig {
  return newSession(given).ready();
}

/** A session in its first turn: the user's message is item 1, unless the agent echoes it. */
export function inTurn(given: Partial<SessionInput> = {}): SessionRig {
  return idle(given).message('hello', { messageId: 'm1' });
}

/** The events that follow from drafts, one line each. */
export function emitted(rig: SessionRig, ...drafts: Draft[]): string[] {
  return lines(rig, () => {
    for (const draft of drafts) rig.draft(draft);
  });
}

/** The events that follow from an action, one line each. */
export function lines(rig: SessionRig, act: () => unknown): string[] {
  const before = rig.events.length;
  act();
  return rig.events.slice(before).map(line);
}

export function eventsOf<T extends EventType>(rig: SessionRig, type: T): EventOf<T>[] {
  return rig.events.filter((event): event is EventOf<T> => event.type === type);
}

/** A completed item by its number. */
export function itemAt(rig: SessionRig, number: number): UniversalItem {
  const found = eventsOf(rig, 'item.completed').find((event) => numberOf(event.data.item.item_id) === number);
  if (!found) throw new Error(`item ${number} was never completed`);
  return found.data.item;
}

/** The number of an item's parent. */
export function parentOf(rig: SessionRig, number: number): number | null {
  const { parent_id } = itemAt(rig, number);
  return parent_id === null ? null : numberOf(parent_id);
}

/** The kind of problem that the latest command was refused with. */
export function refusal(rig: SessionRig): string | null {
  const answer = rig.answers.at(-1);
  return answer?.type === 'refused' ? answer.problem.type.replace('urn:greenroom:error:', '') : null;
}

/** The disposition of the latest message. */
export function disposition(rig: SessionRig): string | null {
  const answer = rig.answers.at(-1);
  return answer?.type === 'accepted' ? answer.disposition : null;
}

/** The effects so far: messages by their text, others by name. */
export function prompts(rig: SessionRig): string[] {
  return rig.effects.map((effect) => {
    if (effect.type === 'prompt') return effect.prompt.message;
    return effect.type === 'steer' ? `steer: ${effect.prompt.message}` : effect.type;
  });
}

const numberOf = (id: string): number => Number(id.split('_').at(-1));

/** An event on one line. A star marks synthetic item events. */
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
