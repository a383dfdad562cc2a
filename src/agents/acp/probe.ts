import { tmpdir } from 'node:os';
import type { AgentDeps, AgentProcess, ProcessName, Program } from '../agent.js';
import { JsonRpcPeer } from '../kit/json-rpc.js';
import type { AcpDeclaration } from './declaration.js';
import { Handshake, initializeParams } from './handshake.js';
import { messageIn } from './messages.js';
import { SessionResult } from './native.js';
import type { Offer } from './offered-settings.js';
import { startFailure } from './start-failure.js';

export interface Probed {
  handshake: Handshake;
  offer: Offer;
}

export interface ProbeOptions {
  declaration: AcpDeclaration;
  version: string;
  spawn: AgentDeps['spawn'];
  program(): Promise<Program>;
  ms?: number;
}

/** Asks an agent what it offers, since it tells only who opens a session; whatever a session was told is as good. */
export class Probe {
  readonly #options: ProbeOptions;
  #known: Probed | null = null;
  #asking: Promise<Probed> | null = null;
  #process: AgentProcess | null = null;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  know(probed: Probed): void {
    this.#known = probed;
  }

  ask(): Promise<Probed> {
    if (this.#known) return Promise.resolve(this.#known);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async #ask(): Promise<Probed> {
    const { declaration, version, spawn, program, ms = 30_000 } = this.#options;
    const name: ProcessName = `agent:${declaration.id}`;
    const { command, args } = await program();
    let peer: JsonRpcPeer | null = null;
    const process = spawn(name, {
      command,
      args,
      cwd: tmpdir(),
      onLine: (line, json) => {
        const message = messageIn(line, json);
        if (message?.method === undefined && message?.id !== undefined) peer?.onAnswer(message, line);
        else if (message?.id !== undefined) void peer?.refuse(message.id, 'Method not found');
      },
    });
    this.#process = process;
    const rpc = new JsonRpcPeer({ write: (line) => process.write(line), ms, versioned: true });
    peer = rpc;
    void process.exited.then(() => rpc.close(new Error('the agent has exited')));
    let handshake: Handshake | null = null;
    try {
      handshake = Handshake.parse(await rpc.request('initialize', initializeParams(version)));
      const offer = SessionResult.parse(await rpc.request('session/new', { cwd: tmpdir(), mcpServers: [] }));
      this.#known = { handshake, offer };
      return this.#known;
    } catch (error) {
      throw startFailure(error, declaration, handshake);
    } finally {
      process.endInput();
      await process.stop();
      this.#process = null;
    }
  }
}
