/** Addresses that a click may lead to. What an agent writes is hostile: everything else is text. */
export function safeUrl(url: string): string {
  return /^(https?:\/\/|mailto:)/i.test(url.trim()) ? url.trim() : '';
}
