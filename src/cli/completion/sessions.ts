import { withClient } from '../daemon/connect.js';
import { defaultDataFolder } from '../data/data-folder.js';
import type { Candidate } from './candidates.js';
import type { CommandLine } from './command-line.js';

/** The sessions with the newest activity. Throws if no daemon can be reached. */
export async function sessionCandidates({ options }: CommandLine): Promise<Candidate[]> {
  const url = options.url ?? process.env.GREENROOM_URL;
  const token = options.token ?? process.env.GREENROOM_TOKEN;
  const flags = {
    ...(url ? { url } : {}),
    ...(token ? { token } : {}),
    data: options.data ?? defaultDataFolder(),
  };
  const { sessions } = await withClient(flags, (client) => client.sessions.page({ limit: 100 }));
  return sessions.map(({ sessionId, agent, status, title }) => ({
    value: sessionId,
    description: [agent, status, title].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ').slice(0, 80),
  }));
}
