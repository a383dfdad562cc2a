import { transcript } from '../../support/transcript.js';
import type { ReplayedSession } from './replay.js';

/** The streams of a recording's sessions in readable form. */
export function golden(sessions: readonly ReplayedSession[]): string {
  const names = new Names();
  const texts = sessions.map(({ thread, rig }) =>
    names.in([`# session of ${names.of(thread)}`, '', ...transcript(rig.events)].join('\n')),
  );
  return texts.length === 0 ? '# no session\n' : `${texts.join('\n\n')}\n`;
}

/** Replaces random ids by names, in the order of their appearance. */
class Names {
  readonly #known = new Map<string, string>();

  of(id: string): string {
    if (!this.#known.has(id)) this.#known.set(id, `uuid-${this.#known.size + 1}`);
    return this.#known.get(id)!;
  }

  in(text: string): string {
    return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => this.of(id));
  }
}
