import { execa, type ResultPromise } from 'execa';

/** A network namespace with only a loopback interface. */
export interface LoOnly {
  /** False if the system does not allow namespaces: processes then run without isolation. */
  isClosed: boolean;
  /** Prefix that runs a command in the namespace, under the same pid. */
  enter: readonly string[];
  /** Releases the namespace, which exists as long as processes run in it. */
  leave(): Promise<void>;
}

/** The loopback interface is down in a new namespace. Not every system has `ip`. */
const bringLoUp = [
  'ip link set lo up 2>/dev/null',
  `perl -e 'socket($s, 2, 2, 0); ioctl($s, 0x8914, pack("a16sx22", "lo", 65)) or exit 1' 2>/dev/null`,
  `python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(2, 2), 0x8914, struct.pack("16sh22x", b"lo", 65))'`,
].join(' || ');

/** Flags to create and enter a namespace: as root, and as another user. */
const ways = [
  { make: ['-n'], enter: ['-n'] },
  { make: ['-r', '-n'], enter: ['-U', '-n', '--preserve-credentials'] },
];

let isWarned = false;

export async function loOnly(): Promise<LoOnly> {
  for (const { make, enter } of process.platform === 'linux' ? ways : []) {
    const keeper = execa('unshare', [...make, 'sh', '-c', `{ ${bringLoUp}; } && echo up && exec cat`], {
      reject: false,
      stdin: 'pipe',
    });
    if (!(await prints(keeper, 'up'))) continue;
    return {
      isClosed: true,
      enter: ['nsenter', '-t', String(keeper.pid), ...enter, '--'],
      async leave() {
        keeper.stdin.end();
        await keeper;
      },
    };
  }
  if (!isWarned)
    console.warn('This system does not allow network namespaces: agents run without network isolation.');
  isWarned = true;
  return { isClosed: false, enter: [], leave: async () => {} };
}

async function prints(child: ResultPromise, word: string): Promise<boolean> {
  const output = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (data) => resolve(String(data)));
    void child.then(() => resolve(''), resolve);
  });
  return output.trim() === word;
}
