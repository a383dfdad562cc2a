/** The SVG id of a state: `live.turn.running` is `state-live-turn-running`. */
export function stateDomId(state: string): string {
  return `state-${slug(state)}`;
}

/** The SVG id of the arrow between two states; it may represent several transitions. */
export function edgeDomId(source: string, target: string): string {
  return `transition-${slug(source)}--${slug(target)}`;
}

/** Encodes special characters, so that ids need no escaping in selectors and fragments. */
export function slug(id: string): string {
  return id
    .replaceAll('.', '-')
    .replace(/[^\w-]/gu, (character) => `_${character.codePointAt(0)!.toString(16)}_`);
}
