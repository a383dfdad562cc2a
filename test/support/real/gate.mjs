// Lets connections through between two sides that cannot reach each other: gate.mjs <listen> <connect>, each a port of
// 127.0.0.1 or the path of a socket, which is a file and so the same on both sides. It ends with its standard input.
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
    // What came before the end arrives before it.
    one.on('close', () => other.destroySoon());
  }
});
server.listen(from, () => console.log(server.address().port ?? from.path));
process.stdin.resume().on('end', () => process.exit());
