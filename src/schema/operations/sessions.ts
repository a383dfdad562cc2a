import { CreateSessionRequest, InterruptRequest, SessionId } from '../command.js';
import { CreateSessionResponse, SessionInfo, SessionListResponse } from '../session.js';
import { ConfigureSessionRequest } from '../settings.js';
import { empty, json, operation } from './operation.js';
import { SessionPath, SessionsQuery } from './parameters.js';
import { elevatedSettings } from './scopes.js';

const createErrors = [
  'invalid_request',
  'unsupported_agent',
  'mode_not_supported',
  'agent_not_installed',
  'session_already_exists',
  'quota_exceeded',
  'overloaded',
] as const;

const createAudit = ['agent', 'directory', 'permissionMode'] as const;

export const sessionOperations = {
  listSessions: operation({
    summary:
      'A page of sessions, newest activity first. A page may be short: `nextCursor` tells if there are more',
    tag: 'sessions',
    scope: 'read',
    input: { query: SessionsQuery },
    output: json(SessionListResponse),
    errors: ['invalid_request'],
    http: { method: 'GET', path: '/v1/sessions', answer: 'The sessions' },
    websocket: { method: 'session/list', params: SessionsQuery.nullish() },
  }),
  createSessionWithGeneratedId: operation({
    summary: 'Create a session under a generated id',
    tag: 'sessions',
    scope: 'send',
    elevation: elevatedSettings,
    audit: createAudit,
    input: { body: CreateSessionRequest },
    output: json(CreateSessionResponse),
    errors: createErrors,
    http: { method: 'POST', path: '/v1/sessions', answer: 'The new session' },
  }),
  createSession: operation({
    summary: 'Create a session',
    tag: 'sessions',
    scope: 'send',
    elevation: elevatedSettings,
    audit: createAudit,
    input: { path: SessionPath, body: CreateSessionRequest },
    output: json(CreateSessionResponse),
    errors: createErrors,
    http: { method: 'POST', path: '/v1/sessions/:sessionId', answer: 'The new session' },
    websocket: {
      method: 'session/create',
      params: CreateSessionRequest.extend({
        sessionId: SessionId.nullish().describe('Your own id; generated if omitted'),
      }),
      isSlow: true,
    },
  }),
  getSession: operation({
    summary: 'One session',
    tag: 'sessions',
    scope: 'read',
    input: { path: SessionPath },
    output: json(SessionInfo),
    errors: ['session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId', answer: 'The session' },
    websocket: { method: 'session/get' },
  }),
  configureSession: operation({
    summary:
      'Change model, variant, modes, title, environment or MCP servers; effective from the next turn at the latest',
    tag: 'sessions',
    scope: 'send',
    elevation: elevatedSettings,
    audit: ['model', 'variant', 'agentMode', 'permissionMode', 'title'],
    input: { path: SessionPath, body: ConfigureSessionRequest },
    output: json(SessionInfo),
    errors: [
      'invalid_request',
      'mode_not_supported',
      'session_not_found',
      'session_busy',
      'session_ended',
      'agent_not_installed',
      'agent_unavailable',
    ],
    http: { method: 'PATCH', path: '/v1/sessions/:sessionId', answer: 'The session as it is now' },
    websocket: { method: 'session/configure' },
  }),
  deleteSession: operation({
    summary: 'End a session and delete it with its log',
    tag: 'sessions',
    scope: 'admin',
    audit: [],
    input: { path: SessionPath },
    output: empty,
    errors: ['session_not_found'],
    http: {
      method: 'DELETE',
      path: '/v1/sessions/:sessionId',
      answer: 'It is deleted',
      deferred: 'It is gone, and will be deleted from the storage when that takes writes again',
    },
  }),
  interruptSession: operation({
    summary:
      'Interrupt the running turn, or all sub-agents if no turn is running, or one sub-agent; the session stays open',
    tag: 'sessions',
    scope: 'send',
    audit: ['threadId'],
    input: { path: SessionPath, body: InterruptRequest.nullish() },
    output: empty,
    errors: ['invalid_request', 'mode_not_supported', 'not_found', 'session_not_found', 'session_ended'],
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/interrupt',
      answer: 'The agent is being interrupted, or nothing was running',
      deferred: 'The same; it will be stored when the storage takes writes again',
    },
    websocket: { method: 'session/interrupt' },
  }),
  terminateSession: operation({
    summary: 'End the session with all processes of its agent',
    tag: 'sessions',
    scope: 'send',
    audit: [],
    input: { path: SessionPath },
    output: empty,
    errors: ['session_not_found'],
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/terminate',
      answer: 'It has ended',
      deferred: 'Its agent was stopped; the end will be stored when the storage takes writes again',
    },
    websocket: { method: 'session/terminate', isSlow: true },
  }),
};
