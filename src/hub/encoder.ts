import type { Batch, StateChange } from '../log/index.js';

/** Turns committed events into the bytes of one transport. Provided by the transport; the hub knows none of them. */
export interface Encoder {
  /** Encoders with equal keys produce equal bytes, so their readers can share them. */
  readonly key: string;
  /** Whether the events carry their native payloads. */
  readonly raw: boolean;
  /** Whether the reader follows the session's state machine and notifications, too. */
  readonly states: boolean;
  batch(batch: Batch): Buffer;
  /** A change of the machine's value without an event; null if the transport cannot carry it. */
  state(sessionId: string, change: StateChange): Buffer | null;
  /** Any other notification; null if the transport cannot carry it. */
  notification(name: string, params: unknown): Buffer | null;
}

/** A message to many readers, encoded once per key. */
export class EncodedOnce<B extends Buffer | null> {
  readonly #bytes = new Map<string, B>();
  readonly #encode: (encoder: Encoder) => B;

  constructor(encode: (encoder: Encoder) => B) {
    this.#encode = encode;
  }

  for(encoder: Encoder): B {
    let bytes = this.#bytes.get(encoder.key);
    if (bytes === undefined) {
      bytes = this.#encode(encoder);
      this.#bytes.set(encoder.key, bytes);
    }
    return bytes;
  }
}
