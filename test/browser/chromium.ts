export { findChromium } from '../../scripts/find-chromium.js';

/** No sandbox, which does not work as root, and no background traffic. */
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
