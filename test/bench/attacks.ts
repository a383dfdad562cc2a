import WebSocket from 'ws';
import type { BenchDaemon } from './daemon.js';
import { within } from './ground.js';
import type { Attacks } from './scale.js';

/** Something that one client or agent does, and that others should not notice. */
export interface Attack {
  name: string;
  /** The preparation it needs. */
  prepare?(daemon: BenchDaemon): Promise<void>;
  strike(daemon: BenchDaemon): Promise<unknown>;
  /** It can be done again at once. */
  isRepeatable?: boolean;
}

const LONG = 'long-session';

export function attacks({ lineBytes, openItems, junkLines, events, lists, sessions }: Attacks): Attack[] {
  const number = (value: number) => value.toLocaleString('en');
  return [
    byAgent(`a message of ${number(Math.round(lineBytes / 1024))} KB`, `line ${lineBytes}`),
    byAgent(`${number(openItems)} open items`, `open ${openItems}`),
    byAgent(`${number(junkLines)} junk lines`, `junk ${junkLines}`),
    {
      name: `state?at= of ${number(events)} events`,
      prepare: (daemon) => write(daemon, LONG, events),
      strike: (daemon) => daemon.call('GET', `/v1/sessions/${LONG}/state?at=${events - 1}`),
      isRepeatable: true,
    },
    {
      name: 'diagram.svg?at= of its middle',
      strike: (daemon) => daemon.call('GET', `/v1/sessions/${LONG}/diagram.svg?at=${events >> 1}`),
      isRepeatable: true,
    },
    {
      name: 'a page of its middle',
      strike: (daemon) => daemon.call('GET', `/v1/sessions/${LONG}/events?offset=${events >> 1}&limit=1000`),
      isRepeatable: true,
    },
    {
      name: 'transcript.md of it',
      strike: (daemon) => daemon.call('GET', `/v1/sessions/${LONG}/transcript.md`),
      isRepeatable: true,
    },
    {
      name: `${number(lists)} lists of ${number(sessions)} sessions`,
      strike: (daemon) => listMany(daemon, lists),
      isRepeatable: true,
    },
    {
      name: `a delete of ${number(events)} events`,
      strike: (daemon) => daemon.call('DELETE', `/v1/sessions/${LONG}`),
    },
  ];
}

/** An agent that does something bad when it is asked to. */
function byAgent(name: string, message: string): Attack {
  const session = `attacker-${message.split(' ')[0]}`;
  return {
    name,
    prepare: (daemon) => daemon.create(session),
    async strike(daemon) {
      await daemon.say(session, message);
      await daemon.idle(session);
    },
  };
}

async function write(daemon: BenchDaemon, session: string, events: number): Promise<void> {
  await daemon.create(session);
  await daemon.say(session, `burst ${events} 16`);
  await daemon.idle(session);
}

/** All calls in one go. Some are refused, since a socket may have only so many at the same time. */
async function listMany({ websocket }: BenchDaemon, count: number): Promise<void> {
  const socket = new WebSocket(websocket, { perMessageDeflate: false });
  let left = count;
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('message', () => {
      left--;
      if (left === 0) resolve();
    });
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on('error', reject);
  });
  socket.on('open', () => {
    for (let id = 1; id <= count; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'session/list', params: {} }));
  });
  try {
    await within(120, 'lists', answered);
  } finally {
    socket.terminate();
  }
}
