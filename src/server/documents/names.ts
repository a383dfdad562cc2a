/** `createSession` → `create_session`, the naming of the older API. */
export function operationId(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
