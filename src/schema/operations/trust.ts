import { z } from 'zod';
import { TrustedFoldersResponse, TrustFolderRequest } from '../trust.js';
import { empty, json, operation } from './operation.js';

const TrustPath = z.object({ id: z.string().describe('As GET /v1/trust lists it') });

export const trustOperations = {
  listTrust: operation({
    summary: 'List the folders whose hooks, MCP servers, permission rules and plugins agents may use',
    tag: 'trust',
    scope: 'read',
    output: json(TrustedFoldersResponse),
    http: { method: 'GET', path: '/v1/trust', answer: 'The trusted folders' },
  }),
  addTrust: operation({
    summary: 'Trust what a folder brings now, until it changes',
    tag: 'trust',
    scope: 'approve',
    input: { body: TrustFolderRequest },
    output: json(TrustedFoldersResponse),
    errors: ['invalid_request', 'unsupported_agent', 'storage_unavailable'],
    http: {
      method: 'POST',
      path: '/v1/trust',
      answer: 'An entry for each agent for which the folder brings anything',
    },
  }),
  removeTrust: operation({
    summary: 'Trust a folder no longer; agents that run go on',
    tag: 'trust',
    scope: 'approve',
    input: { path: TrustPath },
    output: empty,
    errors: ['not_found', 'storage_unavailable'],
    http: { method: 'DELETE', path: '/v1/trust/:id', answer: 'Removed' },
  }),
};
