import { isIPv6 } from 'node:net';

/** What counts as one address: of IPv6 the first half, since a host has all of the rest. */
export function addressKey(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:/i, '').split('%')[0]!;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
