import type { Draft } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import type { Outcome } from '../kit/fold.js';
import { mcpNotice } from '../kit/notices.js';
import { inWords } from '../kit/title.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { translateLegacyCall, translateLegacyMessage, translateLegacyResult } from './legacy-stream.js';
import { translateAssistant } from './messages.js';
import { type NativeOf, parser, type schemas } from './native.js';
import type { Notice } from './notices.js';
import { requestPermission } from './requests.js';
import { type AmpState, initial } from './state.js';
import { endTurn, failTurn, translateResult } from './turns.js';
import { translateUser } from './user.js';

const cases: Cases<AmpState, typeof schemas> = {
  'system/init': (native, state) => begin(state, native),
  user: (native, state) => translateUser(state, native),
  assistant: (native, state) => translateAssistant(state, native),
  result: (native, state) => translateResult(state, native),

  message: (native, state) => translateLegacyMessage(state, native),
  tool_call: (native, state) => translateLegacyCall(state, native),
  tool_result: (native, state) => translateLegacyResult(state, native),
  error: ({ error, content }, state) => failTurn(state, error ?? content ?? 'Amp reports an error', null),
  done: (_, state) => endTurn(state, 'completed'),
};

const notices: NoticeCases<AmpState, Notice> = {
  // If the turn ended just before a steered message arrived, Amp starts a turn by itself (see `ensureTurn`).
  prompted: ({ messageId, text, isSteered }, state) => ({
    state: {
      ...state,
      prompt: messageId,
      names: 0,
      turn: state.turn || !isSteered,
      unechoed: [...state.unechoed, text],
    },
    drafts: [],
  }),
  permission_asked: (notice, state) => [requestPermission(state, notice)],
  permission_withdrawn: ({ request }) => [withdrawn({ key: request, kind: 'permission' })],
  interrupted: (_, state) => endTurn(state, 'interrupted'),
};

/** The first line of every process names the thread. Only a new thread starts a session. */
function begin(state: AmpState, { session_id, ...metadata }: NativeOf<'system/init'>): Outcome<AmpState> {
  const broken = brokenServers(metadata.mcp_servers ?? []);
  if (session_id === state.session) return broken;
  return {
    state: { ...state, session: session_id },
    drafts: [{ type: 'session.started', native_session_id: session_id, metadata }, ...broken],
  };
}

/** Amp does not tell why. Announced once in a session: its other processes use the same keys. */
function brokenServers(servers: readonly { name: string; status?: string | undefined }[]): Draft[] {
  return servers
    .filter(({ status }) => status === 'connection-failed' || status === 'failed')
    .map(({ name, status = '' }) => mcpNotice({ key: `mcp/${name}/${status}` }, name, inWords(status)));
}

export const translator = defineTranslator({ agent: 'amp', initial, parser, cases, notices });
