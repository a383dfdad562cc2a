import { z } from 'zod';
import type { ConnectionContext } from '../agent.js';
import { Session } from './native-messages.js';
import { endsWith, type Rule, userRules } from './policy.js';

/** All of it is told, and not only what is known of it. */
const SessionInfo = z.looseObject({ ...Session.shape, permission: z.array(z.custom<Rule>()).nullish() });

const Messages = z.array(z.object({ info: z.object({ id: z.string() }) }));

export interface Conversation {
  info: z.infer<typeof SessionInfo>;
  /** The messages that were copied into it: they are told as if they were new. */
  copied: ReadonlySet<unknown>;
}

type Call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<unknown>;

/** The conversation of a session: a new one, an old one, or a copy of that; with the rules that the user has. */
export async function openConversation(
  call: Call,
  { resume, fork }: Pick<ConnectionContext, 'resume' | 'fork'>,
): Promise<Conversation> {
  const rules = userRules(await call('GET', '/config'));
  if (resume === null)
    return {
      info: SessionInfo.parse(await call('POST', '/session', { permission: rules })),
      copied: new Set(),
    };
  const path = `/session/${encodeURIComponent(resume)}`;
  const info = SessionInfo.parse(fork ? await call('POST', `${path}/fork`, {}) : await call('GET', path));
  const copied = fork ? Messages.parse(await call('GET', `/session/${info.id}/message`)) : [];
  if (!endsWith(info.permission ?? [], rules))
    await call('PATCH', `/session/${info.id}`, { permission: rules });
  return { info, copied: new Set(copied.map((message) => message.info.id)) };
}
