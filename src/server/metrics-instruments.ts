import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Hub } from '../hub/index.js';
import type { SessionHost } from '../sessions/index.js';

/** In a separate registry, so two daemons in one process do not mix. */
export class Instruments {
  readonly #registry = new Registry();
  readonly requests = new Histogram({
    name: 'greenroom_http_request_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly calls = new Counter({
    name: 'greenroom_rpc_calls_total',
    help: 'JSON-RPC calls over WebSocket',
    labelNames: ['method', 'outcome'],
    registers: [this.#registry],
  });
  readonly connections = new Gauge({
    name: 'greenroom_websockets',
    help: 'Open WebSocket connections',
    registers: [this.#registry],
  });
  readonly events = new Counter({
    name: 'greenroom_events_total',
    help: 'Events committed',
    registers: [this.#registry],
  });

  constructor(host: SessionHost, hub: Hub) {
    collectDefaultMetrics({ register: this.#registry });
    const sessions = new Gauge({
      name: 'greenroom_sessions',
      help: 'Sessions by status',
      labelNames: ['status'],
      registers: [this.#registry],
      collect() {
        for (const [status, count] of Object.entries(host.countByStatus())) sessions.set({ status }, count);
      },
    });
    const inMemory = new Gauge({
      name: 'greenroom_sessions_in_memory',
      help: 'Sessions in memory; others are loaded on demand',
      registers: [this.#registry],
      collect() {
        inMemory.set(host.inMemory);
      },
    });
    const agents = new Gauge({
      name: 'greenroom_agents',
      help: 'Agents of sessions that run, and that wait until fewer run',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        for (const [state, count] of Object.entries(host.slots.counts)) agents.set({ state }, count);
      },
    });
    const readers = new Gauge({
      name: 'greenroom_readers',
      help: 'Readers of event streams',
      registers: [this.#registry],
      collect() {
        readers.set(hub.readers);
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
