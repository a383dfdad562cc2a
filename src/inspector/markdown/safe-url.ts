/** Allows only web and mail links: an agent's output is untrusted. */
export function safeUrl(url: string): string {
  return /^(https?:\/\/|mailto:)/i.test(url.trim()) ? url.trim() : '';
}
