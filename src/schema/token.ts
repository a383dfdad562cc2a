import { z } from 'zod';
import { Scope } from './operations/scopes.js';

/** Who acts: the holder of a token. */
export const ClientRef = z
  .object({
    id: z.string().describe('The id of the token; `owner` is the token that the daemon was started with'),
    name: z.string().describe('The name of the token'),
  })
  .meta({ id: 'Client' });
export type ClientRef = z.infer<typeof ClientRef>;

/** Shown to people, on one line. */
export const TokenName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters');

const TEN_YEARS_S = 10 * 366 * 24 * 60 * 60;
const Scopes = z.array(Scope).min(1).describe('What the token may do; none includes another');
const ExpiresIn = z
  .int()
  .positive()
  .max(TEN_YEARS_S)
  .nullish()
  .describe('In seconds; without it the token does not expire');
const ExpiresAt = z.string().nullable().describe('RFC 3339; null if it does not expire');

export const CreateTokenRequest = z
  .object({ name: TokenName, scopes: Scopes, expiresIn: ExpiresIn })
  .meta({ id: 'CreateTokenRequest' });
export type CreateTokenRequest = z.infer<typeof CreateTokenRequest>;

/** The only time that the token itself is told. */
export const CreatedToken = z
  .object({
    id: z.string(),
    token: z.string().describe('To be sent as Authorization: Bearer <token>; it is not told again'),
    name: z.string(),
    scopes: z.array(Scope),
    expiresAt: ExpiresAt,
  })
  .meta({ id: 'CreatedToken' });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenInfo = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(Scope),
    createdAt: z.string(),
    createdBy: ClientRef,
    expiresAt: ExpiresAt,
    lastUsedAt: z.string().nullable().describe('RFC 3339, to the minute or so; null if it was never used'),
  })
  .meta({ id: 'TokenInfo' });
export type TokenInfo = z.infer<typeof TokenInfo>;

export const TokenListResponse = z
  .object({ tokens: z.array(TokenInfo).describe('The oldest first') })
  .meta({ id: 'TokenListResponse' });

/** What the token of a call is, and may do. */
export const OwnToken = z
  .object({ id: z.string(), name: z.string(), scopes: z.array(Scope), expiresAt: ExpiresAt })
  .meta({ id: 'OwnToken' });
export type OwnToken = z.infer<typeof OwnToken>;

export const CreatePairingRequest = z
  .object({
    name: TokenName.nullish().describe('Of the token to be; by default the browser names itself'),
    scopes: Scopes.nullish().describe('Of the token to be; by default all that you have'),
    expiresIn: ExpiresIn.describe('Of the token to be, in seconds; without it the token does not expire'),
  })
  .meta({ id: 'CreatePairingRequest' });
export type CreatePairingRequest = z.infer<typeof CreatePairingRequest>;

export const Pairing = z
  .object({
    code: z.string().describe('Can be exchanged for a token once'),
    url: z.string().describe("The inspector's address with the code"),
    scopes: z.array(Scope),
    expiresAt: z.string().describe('When the code expires, RFC 3339'),
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof Pairing>;

export const ExchangePairingRequest = z
  .object({
    code: z.string().min(1).max(200),
    name: TokenName.nullish().describe('How the browser names itself, such as Firefox on Linux'),
  })
  .meta({ id: 'ExchangePairingRequest' });
