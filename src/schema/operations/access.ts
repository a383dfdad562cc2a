import { z } from 'zod';
import { AuditQuery, AuditResponse } from '../audit.js';
import {
  CreatedToken,
  CreatePairingRequest,
  CreateTokenRequest,
  ExchangePairingRequest,
  OwnToken,
  Pairing,
  TokenListResponse,
} from '../token.js';
import { empty, json, operation } from './operation.js';

const TokenPath = z.object({ tokenId: z.string().describe('The id that the token was created with') });

export const accessOperations = {
  getOwnToken: operation({
    summary: 'What the token of this call may do',
    tag: 'access',
    scope: 'any',
    output: json(OwnToken),
    http: { method: 'GET', path: '/v1/tokens/self', answer: 'The token, without its secret' },
    websocket: { method: 'token/self' },
  }),
  listTokens: operation({
    summary: 'List the tokens, without their secrets',
    tag: 'access',
    scope: 'admin',
    output: json(TokenListResponse),
    http: {
      method: 'GET',
      path: '/v1/tokens',
      answer: 'All tokens but the one that the daemon was started with',
    },
    websocket: { method: 'token/list' },
  }),
  createToken: operation({
    summary: 'Create a token, with scopes that you have yourself',
    tag: 'access',
    scope: 'admin',
    audit: ['name', 'scopes', 'id', 'expiresAt'],
    input: { body: CreateTokenRequest },
    output: json(CreatedToken),
    errors: ['invalid_request', 'quota_exceeded'],
    http: { method: 'POST', path: '/v1/tokens', answer: 'The token, which is not told again' },
    websocket: { method: 'token/create' },
  }),
  revokeToken: operation({
    summary: 'Revoke a token, and close what it has open',
    tag: 'access',
    scope: 'admin',
    audit: ['tokenId'],
    input: { path: TokenPath },
    output: empty,
    errors: ['not_found'],
    http: { method: 'DELETE', path: '/v1/tokens/:tokenId', answer: 'It is revoked' },
    websocket: { method: 'token/revoke' },
  }),
  createPairing: operation({
    summary: 'Create a link that signs one browser in, once',
    tag: 'access',
    scope: 'admin',
    audit: ['name', 'scopes', 'expiresIn'],
    input: { body: CreatePairingRequest.nullish() },
    output: json(Pairing),
    errors: ['invalid_request', 'overloaded'],
    http: { method: 'POST', path: '/v1/pairings', answer: 'The link' },
    websocket: { method: 'pairing/create' },
  }),
  exchangePairing: operation({
    summary: 'Exchange the code of a link for a token of your own',
    tag: 'access',
    scope: 'public',
    audit: ['name', 'scopes', 'id', 'expiresAt'],
    input: { body: ExchangePairingRequest },
    output: json(CreatedToken),
    errors: ['invalid_request', 'token_invalid', 'quota_exceeded', 'storage_unavailable'],
    http: { method: 'POST', path: '/v1/pairings/exchange', answer: 'The token, which is not told again' },
  }),
  getAudit: operation({
    summary: 'Who did what, the newest first',
    tag: 'access',
    scope: 'admin',
    input: { query: AuditQuery },
    output: json(AuditResponse),
    errors: ['invalid_request'],
    http: { method: 'GET', path: '/v1/audit', answer: 'A page of the audit log' },
    websocket: { method: 'audit/list', params: AuditQuery.nullish() },
  }),
};
