export { GreenroomProvider, useConnection, useGreenroom } from './context.js';
export { SessionListStore } from './session-list-store.js';
export type { Phase, SessionStore } from './session-store.js';
export {
  type SessionView,
  useQueue,
  useRequests,
  useRow,
  useSession,
  useSessionStore,
  useStoreValue,
  useTranscript,
} from './use-session.js';
export { type SessionsView, useSessions } from './use-sessions.js';
