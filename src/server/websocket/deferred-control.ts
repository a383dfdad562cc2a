import type { ConnectionControl } from '../handlers/handler.js';

/** Defers subscriptions until the result of their call has been sent. */
export class DeferredControl implements ConnectionControl {
  readonly #connection: ConnectionControl;
  readonly #pending: (() => void)[] = [];

  constructor(connection: ConnectionControl) {
    this.#connection = connection;
  }

  subscribe(options: Parameters<ConnectionControl['subscribe']>[0]): void {
    this.#pending.push(() => this.#connection.subscribe(options));
  }

  checkSubscription(sessionId: string): void {
    this.#connection.checkSubscription(sessionId);
  }

  unsubscribe(sessionId: string): void {
    this.#connection.unsubscribe(sessionId);
  }

  watch(isOn: boolean): void {
    this.#connection.watch(isOn);
  }

  apply(): void {
    for (const act of this.#pending) act();
  }
}
