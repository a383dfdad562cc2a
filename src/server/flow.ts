import type { Socket } from 'node:net';

/**
 * Whether a peer takes what is sent to it. Bytes that the system accepts at once tell nothing, since it buffers them
 * for a dead peer, too. But if bytes had to wait, then there was no room until the peer had taken some.
 */
export class Flow {
  readonly #socket: Socket;
  #taken = 0;
  #isWaiting = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Tells whether any of the bytes that waited at the last look have moved since. */
  look(): 'none waited' | 'moving' | 'stuck' {
    const { bytesWritten, writableLength } = this.#socket;
    const taken = bytesWritten - writableLength;
    const flow = !this.#isWaiting ? 'none waited' : taken > this.#taken ? 'moving' : 'stuck';
    this.#taken = taken;
    this.#isWaiting = writableLength > 0;
    return flow;
  }
}
