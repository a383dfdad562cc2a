import type { Handlers } from './handler.js';

export const subscriptionHandlers = {
  subscribeSession: async (
    { sessionId, offset, includeRaw, includeState },
    { services: { host }, connection },
  ) => {
    connection.checkSubscription(sessionId);
    await host.settled();
    const { state, queue } = await host.view(sessionId);
    const session = host.info(sessionId);
    connection.subscribe({
      sessionId,
      after: offset ?? 0,
      raw: includeRaw ?? false,
      states: includeState ?? false,
    });
    const answer = { session, state, pending: state.pending, lastSequence: session.lastSequence };
    return includeState ? { ...answer, queue } : answer;
  },
  unsubscribeSession: ({ sessionId }, { connection }) => connection.unsubscribe(sessionId),
  watchSessions: (_input, { connection }) => connection.watch(true),
  unwatchSessions: (_input, { connection }) => connection.watch(false),
} satisfies Partial<Handlers>;
