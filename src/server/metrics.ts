import type { Hub } from '../hub/index.js';
import type { SessionHost } from '../sessions/index.js';
import type { Instruments } from './metrics-instruments.js';

export interface RequestLabels {
  method: string;
  route: string;
  status: number;
}

export interface CallLabels {
  method: string;
  outcome: 'ok' | 'error';
}

/** Prometheus metrics. Their library is loaded for the first of them, since a daemon can be healthy without it. */
export class Metrics {
  readonly #host: SessionHost;
  readonly #hub: Hub;
  #loading: Promise<Instruments> | undefined;

  constructor(host: SessionHost, hub: Hub) {
    this.#host = host;
    this.#hub = hub;
  }

  request(labels: RequestLabels, seconds: number): void {
    this.#note(({ requests }) => requests.observe({ ...labels }, seconds));
  }

  call(labels: CallLabels): void {
    this.#note(({ calls }) => calls.inc({ ...labels }));
  }

  /** A WebSocket was opened, or closed. */
  connected(change: 1 | -1): void {
    this.#note(({ connections }) => connections.inc(change));
  }

  committed(count: number): void {
    this.#note(({ events }) => events.inc(count));
  }

  async text(): Promise<{ type: string; content: string }> {
    const instruments = await this.#instruments();
    return { type: instruments.contentType, content: await instruments.text() };
  }

  #note(change: (instruments: Instruments) => void): void {
    // If the library cannot be loaded, whoever asks for the text is told.
    this.#instruments().then(change, () => {});
  }

  #instruments(): Promise<Instruments> {
    this.#loading ??= import('./metrics-instruments.js').then(
      ({ Instruments }) => new Instruments(this.#host, this.#hub),
    );
    return this.#loading;
  }
}
