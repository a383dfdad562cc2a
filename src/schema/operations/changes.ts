import { ChangesResponse } from '../changes.js';
import { json, operation } from './operation.js';
import { ChangesQuery, SessionPath } from './parameters.js';

export const changeOperations = {
  getChanges: operation({
    summary:
      'The files that the session, or one of its turns, has changed by edits; what commands change is not included',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath, query: ChangesQuery },
    output: json(ChangesResponse),
    errors: ['session_not_found', 'not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/changes', answer: 'One diff per file' },
  }),
};
