import { z } from 'zod';
import {
  ConfigureSessionRequest,
  CreateSessionRequest,
  CreateSessionResponse,
  Disposition,
  MessageRequest,
  PendingRequests,
  PermissionReplyRequest,
  QuestionReplyRequest,
  SessionId,
  SessionInfo,
  SessionListResponse,
  SessionState,
} from '../../schema/index.js';
import { sendMessage } from '../commands.js';
import { createSession } from '../routes/sessions.js';
import type { Services } from '../services.js';

/** What a method may do to the connection that it was called on. */
export interface Caller {
  /** Begins once the result was sent: the events follow it. */
  subscribe(options: { sessionId: string; after: number; raw: boolean; states: boolean }): void;
  unsubscribe(sessionId: string): void;
  watch(isOn: boolean): void;
}

/** A method is told once, like a route: it checks, types and documents itself. */
export interface Method<P extends z.ZodType> {
  summary: string;
  params: P;
  result: z.ZodType;
  /** It waits for an agent: calls about the same session that come after it do not wait for its result. */
  isSlow?: true;
  handle(params: z.infer<P>, services: Services, caller: Caller): unknown;
}
export type AnyMethod = Method<z.ZodType>;

function method<P extends z.ZodType>(told: Method<P>): AnyMethod {
  return told as unknown as AnyMethod;
}

const Nothing = z.null();
const OfSession = z.object({ sessionId: SessionId });

export const methods: Readonly<Record<string, AnyMethod>> = {
  'session/create': method({
    summary: 'Create a session',
    params: CreateSessionRequest.extend({ sessionId: SessionId.nullish() }),
    result: CreateSessionResponse,
    isSlow: true,
    handle: ({ sessionId, ...request }, services) => createSession(services, request, sessionId ?? undefined),
  }),
  'session/list': method({
    summary: 'All sessions',
    params: z.object({}).nullish(),
    result: SessionListResponse,
    handle: (_params, { host }) => ({ sessions: host.list() }),
  }),
  'session/get': method({
    summary: 'One session',
    params: OfSession,
    result: SessionInfo,
    handle: ({ sessionId }, { host }) => host.info(sessionId),
  }),
  'session/subscribe': method({
    summary: 'Read a session: the events after `offset`, then those to come. Again, it begins anew',
    params: OfSession.extend({
      offset: z.int().nonnegative().nullish(),
      includeRaw: z.boolean().nullish(),
      includeState: z.boolean().nullish(),
    }),
    result: z.object({
      session: SessionInfo,
      state: SessionState,
      pending: PendingRequests,
      lastSequence: z.int().nonnegative(),
    }),
    handle: async ({ sessionId, offset, includeRaw, includeState }, { host }, caller) => {
      await host.settled();
      const state = await host.state(sessionId);
      const session = host.info(sessionId);
      caller.subscribe({
        sessionId,
        after: offset ?? 0,
        raw: includeRaw ?? false,
        states: includeState ?? false,
      });
      return { session, state, pending: state.pending, lastSequence: session.lastSequence };
    },
  }),
  'session/unsubscribe': method({
    summary: 'Read a session no more',
    params: OfSession,
    result: Nothing,
    handle: ({ sessionId }, _services, caller) => caller.unsubscribe(sessionId),
  }),
  'session/watch': method({
    summary: 'Be told of sessions that open, change and close',
    params: z.object({}).nullish(),
    result: Nothing,
    handle: (_params, _services, caller) => caller.watch(true),
  }),
  'session/unwatch': method({
    summary: 'Be told no more',
    params: z.object({}).nullish(),
    result: Nothing,
    handle: (_params, _services, caller) => caller.watch(false),
  }),
  'session/send': method({
    summary: 'Send a message',
    params: OfSession.extend(MessageRequest.shape),
    result: z.object({ messageId: z.string(), disposition: Disposition }),
    handle: async ({ sessionId, ...message }, { host }) =>
      sendMessage(await host.session(sessionId), message),
  }),
  'session/configure': method({
    summary: 'Change model, variant, modes or title; they count from the next turn on at the latest',
    params: OfSession.extend(ConfigureSessionRequest.shape),
    result: SessionInfo,
    handle: ({ sessionId, ...changes }, { host }) => host.configure(sessionId, changes),
  }),
  'session/interrupt': method({
    summary: 'Stop the running turn; the session lives on',
    params: OfSession,
    result: Nothing,
    handle: async ({ sessionId }, { host }) => {
      await (await host.session(sessionId)).command({ type: 'command.interrupt' });
    },
  }),
  'session/terminate': method({
    summary: 'End the session with all processes of its agent',
    params: OfSession,
    result: Nothing,
    isSlow: true,
    handle: ({ sessionId }, { host }) => host.terminate(sessionId),
  }),
  'permission/reply': method({
    summary: 'Reply to a permission request',
    params: OfSession.extend({ permissionId: z.string(), ...PermissionReplyRequest.shape }),
    result: Nothing,
    handle: async ({ sessionId, permissionId, reply, message = null }, { host }) => {
      await (await host.session(sessionId)).command({ type: 'command.reply', permissionId, reply, message });
    },
  }),
  'question/reply': method({
    summary: 'Answer a question',
    params: OfSession.extend({ questionId: z.string(), ...QuestionReplyRequest.shape }),
    result: Nothing,
    handle: async ({ sessionId, questionId, answers }, { host }) => {
      await (await host.session(sessionId)).command({ type: 'command.answer', questionId, answers });
    },
  }),
  'question/reject': method({
    summary: 'Refuse to answer a question',
    params: OfSession.extend({ questionId: z.string() }),
    result: Nothing,
    handle: async ({ sessionId, questionId }, { host }) => {
      await (await host.session(sessionId)).command({ type: 'command.reject', questionId });
    },
  }),
};
