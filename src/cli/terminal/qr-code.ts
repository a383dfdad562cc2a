import { renderUnicodeCompact } from 'uqr';

/** A QR code in half blocks, with a border that scanners need. */
export function qrCode(text: string): string {
  return renderUnicodeCompact(text, { border: 2 });
}
