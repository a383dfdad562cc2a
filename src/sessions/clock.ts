/** Where times come from; tests bring their own. */
export type Now = () => number;

export function timestamp(now: Now): string {
  return new Date(now()).toISOString();
}
