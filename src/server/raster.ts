const bytes = (text: string) => Buffer.from(text, 'latin1');

/** How the files of the types that models take and browsers show begin. */
const beginnings: [type: string, begins: Buffer][] = [
  ['image/png', bytes('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', bytes('\xff\xd8\xff')],
  ['image/gif', bytes('GIF87a')],
  ['image/gif', bytes('GIF89a')],
];
const riff = bytes('RIFF');
const webp = bytes('WEBP');

/** The type of an image by what it is, whatever its name says; null for all else, SVG with its scripts included. */
export function rasterType(content: Buffer): string | null {
  // Between the two stands the length.
  if (content.subarray(0, 4).equals(riff) && content.subarray(8, 12).equals(webp)) return 'image/webp';
  return beginnings.find(([, begins]) => content.subarray(0, begins.length).equals(begins))?.[0] ?? null;
}
