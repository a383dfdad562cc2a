import type { Logger } from 'pino';
import type { DaemonLog } from '../../log/index.js';
import type { Clock } from '../../sessions/index.js';
import { Audit } from '../audit/audit.js';
import { Audited } from '../audit/audited.js';
import { TurnedAway } from '../audit/turned-away.js';
import { Authenticator } from './authenticator.js';
import { Pairings } from './pairings.js';
import { Tokens } from './tokens.js';
import { WrongTokens } from './wrong-tokens.js';

export interface AccessOptions {
  token: string | null;
  log: Pick<DaemonLog, 'documents' | 'journal'>;
  logger: Logger;
  now: () => number;
  clock?: Clock;
}

/** Who may do what, and who did. */
export interface AccessServices {
  tokens: Tokens;
  pairings: Pairings;
  wrongTokens: WrongTokens;
  authenticator: Authenticator;
  audit: Audit;
  audited: Audited;
  turnedAway: TurnedAway;
}

export async function openAccess(options: AccessOptions): Promise<AccessServices> {
  const { token, log, logger, now, clock = { setTimeout, clearTimeout } } = options;
  const tokens = await Tokens.open({ documents: log.documents, logger, now, clock });
  const wrongTokens = new WrongTokens({ now, clock });
  const audit = new Audit({ journal: log.journal, logger, now });
  return {
    tokens,
    pairings: new Pairings(now),
    wrongTokens,
    authenticator: new Authenticator({ token, tokens, wrongTokens }),
    audit,
    audited: new Audited(audit, now),
    turnedAway: new TurnedAway({ audit, logger, now }),
  };
}
