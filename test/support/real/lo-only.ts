import { execa, type ResultPromise } from 'execa';

/** A place for processes from which nothing but this machine's own loopback can be reached. */
export interface LoOnly {
  /** False where the system does not allow it: then they run as all others do. */
  isClosed: boolean;
  /** What goes before a command to have it run there. It becomes the command: its process id is the command's. */
  enter: readonly string[];
  /** Lets the place go. What still runs in it keeps it. */
  leave(): Promise<void>;
}

/** The loopback interface is down in a new network. Not every system has `ip`. */
const bringLoUp = [
  'ip link set lo up 2>/dev/null',
  `perl -e 'socket($s, 2, 2, 0); ioctl($s, 0x8914, pack("a16sx22", "lo", 65)) or exit 1' 2>/dev/null`,
  `python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(2, 2), 0x8914, struct.pack("16sh22x", b"lo", 65))'`,
].join(' || ');

/** How to make a network of one's own, and to enter it: as root, and as anybody else. */
const ways = [
  { make: ['-n'], enter: ['-n'] },
  { make: ['-r', '-n'], enter: ['-U', '-n', '--preserve-credentials'] },
];

let isSaid = false;

export async function loOnly(): Promise<LoOnly> {
  for (const { make, enter } of process.platform === 'linux' ? ways : []) {
    const keeper = execa('unshare', [...make, 'sh', '-c', `{ ${bringLoUp}; } && echo up && exec cat`], {
      reject: false,
      stdin: 'pipe',
    });
    if (!(await says(keeper, 'up'))) continue;
    return {
      isClosed: true,
      enter: ['nsenter', '-t', String(keeper.pid), ...enter, '--'],
      async leave() {
        keeper.stdin.end();
        await keeper;
      },
    };
  }
  if (!isSaid) console.warn('This system allows no network of loopback only: the agents could reach more.');
  isSaid = true;
  return { isClosed: false, enter: [], leave: async () => {} };
}

async function says(child: ResultPromise, word: string): Promise<boolean> {
  const heard = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (data) => resolve(String(data)));
    void child.then(() => resolve(''), resolve);
  });
  return heard.trim() === word;
}
