import { z } from 'zod';
import { EffectiveConfiguration } from '../configuration/index.js';
import { json, operation, text } from './operation.js';

const HealthResponse = z
  .object({ status: z.literal('ok'), version: z.string() })
  .meta({ id: 'HealthResponse' });

export const daemonOperations = {
  getHealth: operation({
    summary: 'Check that the daemon is alive',
    tag: 'daemon',
    scope: 'public',
    output: json(HealthResponse),
    http: { method: 'GET', path: '/v1/health', answer: 'The daemon is alive' },
    websocket: { method: 'daemon/health' },
  }),
  getReady: operation({
    summary: 'Whether the daemon can store events; answers only after earlier sessions were recovered',
    tag: 'daemon',
    scope: 'read',
    output: json(HealthResponse),
    errors: ['storage_unavailable'],
    http: { method: 'GET', path: '/v1/ready', answer: 'The daemon is ready' },
  }),
  getConfiguration: operation({
    summary: 'The settings of the daemon and where each comes from; a change needs a restart',
    tag: 'daemon',
    scope: 'admin',
    output: json(EffectiveConfiguration),
    http: { method: 'GET', path: '/v1/config', answer: 'The settings, without secrets' },
  }),
  getMetrics: operation({
    summary: 'Metrics for Prometheus',
    tag: 'daemon',
    scope: 'read',
    output: text('text/plain'),
    http: { method: 'GET', path: '/metrics', answer: 'The text format of Prometheus' },
  }),
};
