import { follow, nothing } from '../kit/fold.js';
import { mcpNotice } from '../kit/notices.js';
import { defined } from '../kit/record.js';
import { unexpectedApproval } from '../kit/sent-replies.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { compactionEnded } from './compactions.js';
import { isDropped } from './dropped.js';
import { messageUpdated } from './messages.js';
import { type EventSchemas, parser } from './native.js';
import type { Notice, NoticeOf } from './notices.js';
import { partUpdated } from './parts.js';
import { recovered } from './recovered.js';
import { permissionAsked, permissionReplied, questionAsked, questionReplied } from './requests.js';
import { initial, isOwn, type OpenCodeState } from './state.js';
import { cutTexts, textStreamed } from './texts.js';
import { titled } from './titles.js';
import { todosUpdated } from './todos.js';
import { cutTools } from './tool-events.js';
import { endTurn, failed, gaveUp, idle, prompted, promptRefused, statusChanged } from './turns.js';
import { completeUser } from './user.js';

export type { OpenCodeState } from './state.js';

const cases: Cases<OpenCodeState, EventSchemas> = {
  // Our own session is known from the answer that created it, a sub-agent's from the call that names it.
  'session.created': () => nothing,
  'session.updated': ({ eventID, info }, state) => titled(state, info, eventID),
  'session.deleted': ({ info }, state) =>
    isOwn(state, info.id)
      ? follow(state, endTurn, () => [{ type: 'session.ended', reason: 'completed' }])
      : nothing,
  'session.status': (event, state) => statusChanged(state, event),
  // An older event that repeats the status.
  'session.idle': ({ sessionID }, state) => idle(state, sessionID),
  'session.error': (event, state) => failed(state, event),
  'session.compacted': ({ sessionID }, state) => compactionEnded(state, sessionID),

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

  'todo.updated': (event, state) => todosUpdated(state, event),
};

const notices: NoticeCases<OpenCodeState, Notice> = {
  sessionOpened: (notice, before) =>
    follow(
      before,
      (state) => ({
        state: { ...state, session: notice.info.id, created: notice.info.time?.created ?? null },
        drafts: [
          {
            type: 'session.started',
            native_session_id: notice.info.id,
            metadata: sessionMetadata(notice),
          },
        ],
      }),
      (state) => titled(state, notice.info, `title of ${notice.info.id}`),
    ),
  mcpServers: ({ servers, failures }, state) => ({
    state: { ...state, servers },
    // Announced once in a session: its other connections use the same keys.
    drafts: failures.map(({ server, error }) => mcpNotice({ key: `mcp/${server}/${error}` }, server, error)),
  }),
  windowKnown: ({ model, tokens }, state) => ({
    state: { ...state, windows: { ...state.windows, [model]: tokens } },
    drafts: [],
  }),
  prompted: (notice, state) => prompted(state, notice),
  promptRefused: (notice, state) => promptRefused(state, notice),
  wentSilent: (_, state) => endTurn(state),
  gaveUp: (notice, state) => gaveUp(state, notice),
  unexpectedApproval: ({ request }) => [unexpectedApproval(request)],
  recovered: (notice, state) => recovered(state, notice),
  permissionFound: ({ request }, state) => permissionAsked(state, request),
  questionFound: ({ request }, state) => questionAsked(state, request),
};

function sessionMetadata({ info, version, resumed }: NoticeOf<'sessionOpened'>): Record<string, unknown> {
  const { directory, agent, model } = info;
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
