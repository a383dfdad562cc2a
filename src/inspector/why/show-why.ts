import { navigate } from '../shell/route.js';

export interface WhyLink {
  sessionId: string;
  /** The event to explain. */
  sequence: number;
  /** The row of the chat that shows it. */
  item?: string | null;
  /** The event that the chat shows, if it shows the past. */
  at?: number | null;
}

/** Opens the explanation of an event beside the chat, or in its place on a narrow page. The address can be shared. */
export function showWhy({ sessionId, sequence, item = null, at = null }: WhyLink): void {
  navigate({ sessionId, view: 'machine', why: sequence, item, at });
}
