/** Both spellings are in use among clients. */
export function wantsRaw(input: { include_raw?: boolean; includeRaw?: boolean }): boolean {
  return input.include_raw ?? input.includeRaw ?? false;
}
