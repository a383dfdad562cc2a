import { z } from 'zod';
import { route } from './route.js';

const Health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'HealthResponse' });

export const healthRoutes = [
  route({
    method: 'GET',
    path: '/v1/health',
    id: 'get_health',
    tag: 'daemon',
    summary: 'Whether the daemon is alive',
    isPublic: true,
    answer: { status: 200, description: 'It is', schema: Health },
    handle: ({ services }) => ({ status: 'ok', version: services.version }),
  }),
  route({
    method: 'GET',
    path: '/v1/ready',
    id: 'get_ready',
    tag: 'daemon',
    summary: 'Whether the daemon takes sessions; it answers only once it has recovered the earlier ones',
    answer: { status: 200, description: 'It does', schema: Health },
    handle: ({ services }) => ({ status: 'ok', version: services.version }),
  }),
  route({
    method: 'GET',
    path: '/metrics',
    id: 'get_metrics',
    tag: 'daemon',
    summary: 'Figures for Prometheus',
    answer: { status: 200, description: 'Text in the format of Prometheus', contentType: 'text/plain' },
    handle: async ({ services, reply }) => {
      reply.type(services.metrics.contentType);
      return services.metrics.text();
    },
  }),
];
