export { findChromium } from '../../scripts/find-chromium.js';

/** What a browser on a machine of tests needs: no sandbox as root, and no talk with anybody. */
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
