import type { Draft } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { unparsed } from '../unparsed.js';
import { isDropped } from './dropped.js';
import { healed } from './healing.js';
import { completed, originOf, statusItem } from './items.js';
import { messageUpdated } from './messages.js';
import { type Native, type NativeOf, type NativeType, parseNative } from './native.js';
import type { NativeSession } from './native-messages.js';
import { partUpdated } from './parts.js';
import { permissionAsked, permissionReplied, questionAsked, questionReplied } from './requests.js';
import { at, follow, initial, isOwn, nothing, type OpenCodeState, type Step, without } from './state.js';
import { cutTexts, textStreamed } from './texts.js';
import { adopted, cutTools } from './tool-events.js';
import { endTurn, failed, gaveUp, idle, prompted, refused, statusChanged } from './turns.js';
import { heard } from './user.js';

export type { OpenCodeState } from './state.js';

type Case<T extends NativeType> = (native: NativeOf<T>, state: OpenCodeState) => Draft[] | Step;

/** One case per native event. */
const cases: { [T in NativeType]: Case<T> } = {
  'greenroom.session': ({ properties: { info, resumed } }, state) => ({
    state: {
      ...state,
      session: info.id,
      directory: info.directory ?? null,
      created: info.time?.created ?? null,
    },
    drafts: [
      { type: 'session.started', native_session_id: info.id, metadata: sessionMetadata(info, resumed) },
    ],
  }),
  'greenroom.prompted': ({ properties }, state) => prompted(state, properties),
  'greenroom.refused': ({ properties }, state) => refused(state, properties),
  'greenroom.idle': ({ properties: { sessionID } }, state) =>
    isOwn(state, sessionID) ? endTurn(state) : nothing,
  'greenroom.gave_up': ({ properties }, state) => gaveUp(state, properties),
  'greenroom.healed': ({ properties }, state) => healed(state, properties),

  // Our own session is told by the answer that made it; another is that of a sub-agent, or not our concern.
  'session.created': ({ properties: { info } }, state) => ({
    state: info.parentID == null ? state : adopted(state, info.id, info.parentID),
    drafts: [],
  }),
  'session.deleted': ({ properties: { info } }, state) =>
    isOwn(state, info.id)
      ? follow(state, endTurn, () => ({ drafts: [{ type: 'session.ended', reason: 'completed' }] }))
      : nothing,

  'session.status': ({ properties }, state) => statusChanged(state, properties),
  // The status told the same a moment ago.
  'session.idle': ({ properties: { sessionID } }, state) => idle(state, sessionID),
  'session.error': ({ properties }, state) => failed(state, properties),

  'session.compacted': ({ properties: { sessionID } }, state) => {
    const key = at(state.compacting, sessionID);
    if (key === undefined) return [];
    const item = statusItem(originOf(state, sessionID), key, key, [
      { type: 'status', label: 'compacting', detail: 'success' },
    ]);
    return {
      state: { ...state, compacting: without(state.compacting, sessionID) },
      drafts: [completed(item)],
    };
  },

  'message.updated': ({ properties: { info } }, state) => messageUpdated(state, info),
  'message.part.updated': ({ properties: { part } }, state) => partUpdated(state, part),
  'message.part.delta': ({ properties }, state) => textStreamed(state, properties),
  'message.part.removed': ({ properties: { partID } }, state) =>
    follow(
      state,
      (now) => cutTexts(now, (_, id) => id === partID),
      (now) => cutTools(now, (_, id) => id === partID),
    ),

  'permission.asked': ({ properties }, state) => permissionAsked(state, properties),
  'permission.replied': ({ properties }) => permissionReplied(properties),
  'question.asked': ({ properties }) => questionAsked(properties),
  'question.replied': ({ properties: { requestID, answers } }) => questionReplied(requestID, answers),
  'question.rejected': ({ properties: { requestID } }) => questionReplied(requestID, null),

  'todo.updated': ({ id, properties: { sessionID, todos } }, state) => [
    completed(
      statusItem(originOf(state, sessionID), id, null, [
        { type: 'status', label: 'todo' },
        { type: 'json', json: { todos } },
      ]),
    ),
  ],
};

function sessionMetadata(
  { version, directory, agent, model }: NativeSession,
  resumed: boolean,
): Record<string, unknown> {
  const told = {
    version,
    cwd: directory,
    model: model && `${model.providerID}/${model.id}`,
    variant: model?.variant,
    mode: agent,
    resumed: resumed || undefined,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value != null));
}

/** The session whose user's message is whole, as the event is about something else of it. */
function hushedBy({ type, properties }: Native, { hearing }: OpenCodeState): string | null {
  if (type === 'session.status' && properties.status.type === 'busy') return null;
  const about: { sessionID?: string | null; messageID?: string; id?: string } =
    'part' in properties ? properties.part : 'info' in properties ? properties.info : properties;
  const message = type === 'message.updated' ? about.id : about.messageID;
  const session = about.sessionID ?? null;
  return session === null || at(hearing, session)?.message === message ? null : session;
}

export const translator: Translator<OpenCodeState> = {
  initial: () => initial,
  translate(before, text) {
    const parsed = parseNative(text);
    if (!parsed.ok) {
      const isKnown = parsed.type !== null && isDropped(parsed.type);
      return { state: before, drafts: isKnown ? [] : [unparsed('opencode', text, parsed.error)] };
    }
    const { event } = parsed;
    // The table holds for each type the case of that very type, which the compiler cannot follow here.
    const handle = cases[event.type] as (native: Native, state: OpenCodeState) => Draft[] | Step;
    const session = hushedBy(event, before);
    return follow(
      before,
      (state) => (session === null ? nothing : heard(state, session)),
      (state) => {
        const result = handle(event, state);
        return Array.isArray(result) ? { drafts: result } : result;
      },
    );
  },
};
