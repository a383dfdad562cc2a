export { GreenroomProvider, useConnection, useGreenroom } from './context.js';
export { type EventPages, PAGE, pageStart } from './event-pages.js';
export { EventWindow } from './event-window.js';
export { SessionListStore } from './session-list-store.js';
export type { Phase, SessionStore } from './session-store.js';
export { TranscriptWindow } from './transcript-window.js';
export {
  holdSession,
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
