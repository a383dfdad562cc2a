import { MessageRequest, SendMessageResponse, StoredAttachment } from '../command.js';
import { events, json, operation } from './operation.js';
import { Bytes, MessageStreamQuery, PreferHeaders, SessionPath, UploadQuery } from './parameters.js';
import { attachedElsewhere } from './scopes.js';

const errors = [
  'invalid_request',
  'session_not_found',
  'session_ended',
  'session_busy',
  'message_conflict',
  'mode_not_supported',
  'overloaded',
] as const;

export const messageOperations = {
  postMessage: operation({
    summary: 'Send a message',
    tag: 'messages',
    scope: 'send',
    elevation: attachedElsewhere,
    input: { path: SessionPath, headers: PreferHeaders, body: MessageRequest },
    output: json(SendMessageResponse),
    errors,
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/messages',
      status: 204,
      answer: 'Accepted: it started a turn, was steered into one, or is queued',
    },
    websocket: { method: 'session/send' },
  }),
  postMessageStream: operation({
    summary: 'Send a message and read the events until its turn has ended, or a human is asked',
    tag: 'messages',
    scope: 'send',
    elevation: attachedElsewhere,
    input: { path: SessionPath, query: MessageStreamQuery, body: MessageRequest },
    output: events,
    errors,
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/messages/stream',
      answer: 'Server-sent events',
    },
  }),
  uploadAttachment: operation({
    summary: 'Store a file for a message; the answer can be one of its `attachments`',
    tag: 'messages',
    scope: 'send',
    input: { path: SessionPath, query: UploadQuery, body: Bytes },
    output: json(StoredAttachment),
    errors: ['session_not_found', 'session_ended', 'payload_too_large'],
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/attachments',
      answer: 'Where it is stored until the session is deleted',
    },
  }),
};
