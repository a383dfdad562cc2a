// Forwards connections between two network namespaces: gate.mjs <listen> <connect>, each a port of 127.0.0.1 or the path
// of a Unix socket, which both namespaces can reach. Exits at the end of its input.
import { connect, createServer } from 'node:net';

const [from, to] = process.argv.slice(2).map((place) => {
  return /^\d+$/.test(place) ? { host: '127.0.0.1', port: Number(place) } : { path: place };
});

const server = createServer((near) => {
  const far = connect(to);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ]) {
    one.pipe(other);
    one.on('error', () => {});
    // Flushes pending data before closing.
    one.on('close', () => other.destroySoon());
  }
});
server.listen(from, () => console.log(server.address().port ?? from.path));
process.stdin.resume().on('end', () => process.exit());
