import { type Operation, type OperationName, ProblemError } from '../../schema/index.js';
import { AttemptCounter, isTold } from '../access/attempts.js';
import type { Caller } from '../access/caller.js';
import { problemOf } from '../problems.js';
import type { Audit } from './audit.js';

interface AuditedCall {
  name: OperationName;
  operation: Operation;
  input: unknown;
  caller: Caller;
  address: string;
}

/** Records calls of operations: those that are to be audited, and those that were forbidden. */
export class Audited {
  readonly #audit: Audit;
  readonly #forbidden: AttemptCounter;

  constructor(audit: Audit, now: () => number) {
    this.#audit = audit;
    this.#forbidden = new AttemptCounter(now);
  }

  done({ operation, ...call }: AuditedCall, result: unknown): void {
    if (!operation.audit) return;
    const told = result !== null && typeof result === 'object' ? result : {};
    this.#record(call, 'ok', { ...told, ...(call.input as object) }, operation.audit);
  }

  failed({ operation, ...call }: AuditedCall, error: unknown): void {
    const { type } = problemOf(error);
    const outcome = type.slice(type.lastIndexOf(':') + 1);
    const isForbidden = error instanceof ProblemError && outcome === 'forbidden';
    const more: Record<string, unknown> = {};
    if (isForbidden) {
      const { count } = this.#forbidden.add(`${call.caller.id} ${call.name}`);
      if (!isTold(count)) return;
      more.scope = error.problem.scope;
      more.attempts = count;
    } else if (!operation.audit) return;
    this.#record(call, outcome, { ...(call.input as object), ...more }, [
      ...(operation.audit ?? []),
      ...Object.keys(more),
    ]);
  }

  #record(
    { name, caller, address }: Omit<AuditedCall, 'operation'>,
    outcome: string,
    facts: Record<string, unknown>,
    fields: readonly string[],
  ): void {
    const given = fields.filter((field) => facts[field] !== undefined && facts[field] !== null);
    this.#audit.record({
      client: caller,
      address,
      operation: name,
      outcome,
      sessionId: typeof facts.sessionId === 'string' ? facts.sessionId : null,
      details: Object.fromEntries(given.map((field) => [field, facts[field]])),
    });
  }
}
