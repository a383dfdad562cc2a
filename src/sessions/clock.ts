import type { ActorOptions, AnyActorLogic } from 'xstate';

/** The source of timestamps; tests provide their own. */
export type Now = () => number;

/** The timers behind timeouts; tests advance them manually. */
export type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

export function timestamp(now: Now): string {
  return new Date(now()).toISOString();
}
