const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for XML, which allows no control characters in any form. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!).replace(/\p{Cc}/gu, ' ');
}
