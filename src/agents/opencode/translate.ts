import { completed, status } from '../kit/drafts.js';
import { follow, nothing } from '../kit/fold.js';
import { at, defined, without } from '../kit/record.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { isDropped } from './dropped.js';
import { originOf } from './items.js';
import { messageUpdated } from './messages.js';
import { type EventSchemas, parser } from './native.js';
import type { NativeSession } from './native-messages.js';
import type { Notice } from './notices.js';
import { partUpdated } from './parts.js';
import { recovered } from './recovered.js';
import { permissionAsked, permissionReplied, questionAsked, questionReplied } from './requests.js';
import { initial, isOwn, type OpenCodeState } from './state.js';
import { cutTexts, textStreamed } from './texts.js';
import { cutTools } from './tool-events.js';
import { endTurn, failed, gaveUp, idle, prompted, promptRefused, statusChanged } from './turns.js';
import { completeUser } from './user.js';

export type { OpenCodeState } from './state.js';

const cases: Cases<OpenCodeState, EventSchemas> = {
  // Our own session is known from the answer that created it, a sub-agent's from the call that names it.
  'session.created': () => nothing,
  'session.deleted': ({ info }, state) =>
    isOwn(state, info.id)
      ? follow(state, endTurn, () => [{ type: 'session.ended', reason: 'completed' }])
      : nothing,
  'session.status': (event, state) => statusChanged(state, event),
  // An older event that repeats the status.
  'session.idle': ({ sessionID }, state) => idle(state, sessionID),
  'session.error': (event, state) => failed(state, event),
  'session.compacted': ({ sessionID }, state) => {
    const id = at(state.compacting, sessionID);
    if (id === undefined) return nothing;
    return {
      state: { ...state, compacting: without(state.compacting, sessionID) },
      drafts: [completed(status(originOf(state, sessionID, id), 'compacting', 'success'))],
    };
  },

  'message.updated': ({ info }, state) => messageUpdated(state, info),
  'message.part.updated': ({ part }, state) => partUpdated(state, part),
  'message.part.delta': (event, state) => textStreamed(state, event),
  'message.part.removed': ({ partID }, state) =>
    follow(
      state,
      (now) => cutTexts(now, (_, id) => id === partID),
      (now) => cutTools(now, (_, id) => id === partID),
    ),

  'permission.asked': (request, state) => permissionAsked(state, request),
  'permission.replied': (event) => permissionReplied(event),
  'question.asked': (request, state) => questionAsked(state, request),
  'question.replied': ({ requestID, answers }) => questionReplied(requestID, answers),
  'question.rejected': ({ requestID }) => questionReplied(requestID, null),

  'todo.updated': ({ eventID, sessionID, todos }, state) => {
    const origin = { ...originOf(state, sessionID, eventID), id: null };
    return [completed(status(origin, 'todo', null, [{ type: 'json', json: { todos } }]))];
  },
};

const notices: NoticeCases<OpenCodeState, Notice> = {
  sessionOpened: ({ info, resumed }, state) => ({
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
  prompted: (notice, state) => prompted(state, notice),
  promptRefused: (notice, state) => promptRefused(state, notice),
  wentSilent: (_, state) => endTurn(state),
  gaveUp: (notice, state) => gaveUp(state, notice),
  recovered: (notice, state) => recovered(state, notice),
  permissionFound: ({ request }, state) => permissionAsked(state, request),
  questionFound: ({ request }, state) => questionAsked(state, request),
};

function sessionMetadata(
  { version, directory, agent, model }: NativeSession,
  resumed: boolean,
): Record<string, unknown> {
  return defined({
    version,
    cwd: directory,
    model: model && `${model.providerID}/${model.id}`,
    variant: model?.variant,
    mode: agent,
    resumed: resumed || null,
  });
}

export const translator = defineTranslator<OpenCodeState, EventSchemas, Notice>({
  agent: 'opencode',
  initial,
  parser,
  cases,
  notices,
  dropped: isDropped,
  before: completeUser,
});
