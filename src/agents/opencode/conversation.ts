import { z } from 'zod';
import type { ConnectionContext } from '../agent.js';
import type { Method } from './http.js';
import { type NativeSession, Session } from './native-messages.js';
import { endsWith, type Rule, userRules } from './policy.js';

const SessionInfo = Session.extend({ permission: z.array(z.custom<Rule>()).nullish() });

const Messages = z.array(z.object({ info: z.object({ id: z.string() }) }));

export interface Conversation {
  info: NativeSession;
  /** The messages that were copied into a fork: the server sends them as if they were new. */
  copied: ReadonlySet<string>;
}

type Call = (method: Method, path: string, body?: object) => Promise<unknown>;

/** Opens the conversation of a session, with the user's rules: a new one, an old one, or a copy of an old one. */
export async function openConversation(
  call: Call,
  { resume, fork }: Pick<ConnectionContext, 'resume' | 'fork'>,
): Promise<Conversation> {
  const rules = userRules(await call('GET', '/config'));
  if (resume === null) {
    const info = Session.parse(await call('POST', '/session', { permission: rules }));
    return { info, copied: new Set() };
  }
  const path = `/session/${encodeURIComponent(resume)}`;
  const answer = fork ? await call('POST', `${path}/fork`, {}) : await call('GET', path);
  const { permission, ...info } = SessionInfo.parse(answer);
  const copied = fork ? Messages.parse(await call('GET', `/session/${info.id}/message`)) : [];
  if (!endsWith(permission ?? [], rules)) await call('PATCH', `/session/${info.id}`, { permission: rules });
  return { info, copied: new Set(copied.map((message) => message.info.id)) };
}
