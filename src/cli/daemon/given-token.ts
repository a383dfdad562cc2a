import type { Configuration } from '../../configuration/index.js';
import { checkedToken, isLoopbackHost, keptToken, readTokenFile } from '../../server/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { daemonOptions } from './daemon-options.js';

export interface GivenToken {
  /** null if none is required. */
  token: string | null;
  /** Kept in the data folder, and printed. */
  isGenerated: boolean;
  /** Has to be hidden from agents. */
  file?: string;
}

export async function givenToken(configuration: Configuration): Promise<GivenToken> {
  const { token, tokenFile, host, insecure, data } = configuration.settings;
  if (token === false) {
    const { port } = daemonOptions(configuration);
    if (port !== null && !isLoopbackHost(host) && !insecure) {
      throw new UsageError(
        `--no-token on ${host} would allow access from the network; add --insecure to confirm`,
        EXIT.usage,
      );
    }
    return { token: null, isGenerated: false };
  }
  if (token)
    return { token: checkedToken(token, 'the token (--token or GREENROOM_TOKEN)'), isGenerated: false };
  if (tokenFile !== undefined) {
    const { path, token } = await readTokenFile(tokenFile);
    return { token, isGenerated: false, file: path };
  }
  return { token: await keptToken(data!), isGenerated: true };
}
