import type { UniversalEvent } from '../../../src/schema/index.js';

/** Violations of invariant 12 of the contract: `raw` is what the provider sent. For events read with `includeRaw`. */
export function rawViolations(events: readonly UniversalEvent[]): string[] {
  return events.flatMap((event) => {
    const found: string[] = [];
    if (event.source === 'agent' && event.raw === null) found.push('has no payload');
    if (event.source === 'daemon' && event.raw !== null && isOfDaemon(event))
      found.push('has a payload without a native origin');
    // A type such as `greenroom.session` reveals a payload that we made up.
    if (/"greenroom\.\w/.test(JSON.stringify(event.raw))) found.push('has a payload of our own');
    return found.map((what) => `#${event.sequence} ${event.type}: ${what}`);
  });
}

/** Whether the event has no native origin, but follows from a client's command or from a process. */
function isOfDaemon(event: UniversalEvent): boolean {
  switch (event.type) {
    case 'session.started':
      return true;
    case 'session.ended':
      return event.data.terminated_by === 'daemon';
    case 'error':
      return event.data.code === 'agent_process_exited';
    case 'permission.resolved':
      return event.data.metadata.resolved_by === 'client';
    case 'question.resolved':
      return event.data.resolved_by === 'client';
    default:
      return false;
  }
}
