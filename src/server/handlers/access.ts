import type { Scope } from '../../schema/index.js';
import { type Caller, OWNER } from '../access/caller.js';
import { pairingUrl } from '../access/pairing-url.js';
import { requireScope } from '../access/require-scopes.js';
import type { Services } from '../services.js';
import type { Handlers } from './handler.js';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;
/** Long enough to walk to another device. */
const PAIRING_VALID_MS = 10 * 60_000;

/** Of the link that a daemon prints: whoever starts one in the morning may open it in the evening. */
const FIRST_VALID_MS = 24 * 60 * 60_000;

export const accessHandlers = {
  getOwnToken: (_input, { caller }) => ownToken(caller),
  listTokens: (_input, { services: { tokens } }) => ({ tokens: tokens.list() }),
  createToken: ({ name, scopes, expiresIn }, { services: { tokens }, caller }) => {
    requireOwn(caller, scopes);
    return tokens.create({ name, scopes, expiresIn: expiresIn ?? null, createdBy: caller });
  },
  revokeToken: ({ tokenId }, { services: { tokens } }) => tokens.revoke(tokenId),
  createPairing: ({ name = null, scopes, expiresIn = null }, { services, caller }) => {
    const granted = scopes ?? [...caller.scopes];
    requireOwn(caller, granted);
    const paired = { name, scopes: granted, expiresIn, createdBy: caller };
    const { code, expiresAt } = services.pairings.create(paired, PAIRING_VALID_MS);
    const url = pairingUrl(services.openUrl(), code);
    return { code, url, scopes: granted, expiresAt: new Date(expiresAt).toISOString() };
  },
  exchangePairing: async ({ code, name }, { services: { pairings, tokens, wrongTokens }, address }) => {
    const paired = await pairings.takeOr(code, () => wrongTokens.answerable(address));
    try {
      return await tokens.create({ ...paired, name: paired.name ?? name ?? 'browser' });
    } catch (error) {
      pairings.giveBack(code);
      throw error;
    }
  },
  getAudit: ({ limit = DEFAULT_PAGE, cursor }, { services: { audit } }) =>
    audit.read(Math.min(limit, LARGEST_PAGE), cursor),
} satisfies Partial<Handlers>;

/** The link that a daemon prints when it starts. */
export function firstPairing({ pairings, openUrl }: Pick<Services, 'pairings' | 'openUrl'>): string {
  const paired = { name: null, scopes: [...OWNER.scopes], expiresIn: null, createdBy: OWNER };
  return pairingUrl(openUrl(), pairings.create(paired, FIRST_VALID_MS).code);
}

/** Nobody hands on what they do not have. */
function requireOwn(caller: Caller, scopes: readonly Scope[]): void {
  for (const scope of scopes) requireScope(caller, scope, 'to hand it on');
}

function ownToken({ id, name, scopes, expiresAt }: Caller) {
  return { id, name, scopes: [...scopes], expiresAt };
}
