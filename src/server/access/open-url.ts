import { networkInterfaces } from 'node:os';

/** Stand for every address of the machine; nobody can open them. */
const WILDCARDS = ['0.0.0.0', '[::]'];

/** An address of the daemon that other devices can open, if it listens on all. */
export function openUrl(url: string, interfaces = networkInterfaces()): string {
  const found = WILDCARDS.find((each) => url.includes(`//${each}:`));
  if (found === undefined) return url;
  const addresses = Object.values(interfaces).flatMap((each) => each ?? []);
  const ours = addresses.find(({ internal, family }) => !internal && family === 'IPv4');
  return url.replace(found, ours?.address ?? '127.0.0.1');
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
