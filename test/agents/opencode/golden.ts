import { transcript } from '../../support/transcript.js';
import type { ReplayedSession } from './replay.js';

/** The streams of a recording's sessions in readable form. */
export function golden(sessions: readonly ReplayedSession[]): string {
  const names = new Names();
  const texts = sessions.map(({ id, rig }) =>
    names.in([`# session ${id}`, '', ...transcript(rig.events)].join('\n')),
  );
  return `${texts.join('\n\n')}\n`;
}

/** Replaces random ids by names in the order of their appearance. */
class Names {
  readonly #known = new Map<string, string>();

  in(text: string): string {
    return text.replace(/\b(ses|msg|prt|per|que)_[0-9A-Za-z]{26}/g, (id, kind: string) => {
      if (!this.#known.has(id)) this.#known.set(id, `${kind}-${this.#known.size + 1}`);
      return this.#known.get(id)!;
    });
  }
}
