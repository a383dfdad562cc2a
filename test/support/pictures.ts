/** Four orange pixels. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP40KAARAwQCgAvDgZBQ27TggAAAABJRU5ErkJggg==',
  'base64',
);
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
/** Only the magic bytes. */
export const jpeg = Buffer.from('ffd8ffe000104a46494600', 'hex');
export const webp = Buffer.from('524946461a000000574542505650384c', 'hex');
