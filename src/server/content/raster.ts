const bytes = (text: string) => Buffer.from(text, 'latin1');

/** The magic numbers of the image types that models accept and browsers show. */
const beginnings: [type: string, begins: Buffer][] = [
  ['image/png', bytes('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', bytes('\xff\xd8\xff')],
  ['image/gif', bytes('GIF87a')],
  ['image/gif', bytes('GIF89a')],
];
const riff = bytes('RIFF');
const webp = bytes('WEBP');

/** The type of an image by its content, whatever its name; null for anything else, including SVG, which may hold scripts. */
export function rasterType(content: Buffer): string | null {
  // The file size is between the two.
  if (content.subarray(0, 4).equals(riff) && content.subarray(8, 12).equals(webp)) return 'image/webp';
  return beginnings.find(([, begins]) => content.subarray(0, begins.length).equals(begins))?.[0] ?? null;
}
