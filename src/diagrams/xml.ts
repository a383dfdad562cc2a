const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for XML. Control characters are not allowed there in any form. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!).replace(/\p{Cc}/gu, ' ');
}
