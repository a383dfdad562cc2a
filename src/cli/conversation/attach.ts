import { connect } from '../daemon/connect.js';
import type { AttachFlags } from './attach-command.js';
import { converse } from './converse.js';
import { lastPart } from './past.js';

/** Joins the conversation of a session. */
export async function attach(id: string, { readOnly, ...flags }: AttachFlags): Promise<void> {
  const client = await connect(flags);
  try {
    const session = client.session(id);
    const info = await session.info();
    const [past, requests] = await Promise.all([lastPart(session, info.lastSequence), session.requests()]);
    await converse({ client, session, info, past, requests, isReadOnly: readOnly === true || info.ended });
  } finally {
    client.close();
  }
}
