import type { Handlers } from './handler.js';

export const subscriptionHandlers = {
  subscribeSession: async (
    { sessionId, offset, includeRaw, includeState },
    { services: { host }, connection },
  ) => {
    await host.flushed();
    const state = await host.state(sessionId);
    const session = host.info(sessionId);
    connection.subscribe({
      sessionId,
      after: offset ?? 0,
      raw: includeRaw ?? false,
      states: includeState ?? false,
    });
    return { session, state, pending: state.pending, lastSequence: session.lastSequence };
  },
  unsubscribeSession: ({ sessionId }, { connection }) => connection.unsubscribe(sessionId),
  watchSessions: (_input, { connection }) => connection.watch(true),
  unwatchSessions: (_input, { connection }) => connection.watch(false),
} satisfies Partial<Handlers>;
