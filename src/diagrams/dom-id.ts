/** The SVG id of a state: `live.turn.running` is `state-live-turn-running`. */
export function stateDomId(state: string): string {
  return `state-${slug(state)}`;
}

/** The SVG id of the arrow from one state to another, whatever the number of transitions that it stands for. */
export function edgeDomId(source: string, target: string): string {
  return `transition-${slug(source)}--${slug(target)}`;
}

/** The SVG id of a line inside a state that tells what is done there without leaving it. */
export function lineDomId(source: string, nth: number): string {
  return `internal-${slug(source)}--${nth}`;
}

/** Ids are used in selectors and fragments unescaped, so whatever is special there is spelt out. */
export function slug(id: string): string {
  return id
    .replaceAll('.', '-')
    .replace(/[^\w-]/gu, (character) => `_${character.codePointAt(0)!.toString(16)}_`);
}
