import { findChromium } from '../browser/chromium.js';
import type { Bench } from './bench.js';
import { burst, readers } from './suite/burst.js';
import { crowd } from './suite/crowd.js';
import { inspector } from './suite/inspector.js';
import { isolation } from './suite/isolation.js';
import { latency } from './suite/latency.js';
import { log } from './suite/log.js';
import { machine } from './suite/machine.js';
import { memory } from './suite/memory.js';
import { past } from './suite/past.js';
import { peers } from './suite/peers.js';
import { replay } from './suite/replay.js';
import { sessions } from './suite/sessions.js';
import { stalls } from './suite/stalls.js';
import { startup } from './suite/startup.js';
import { stored } from './suite/stored.js';
import { turns } from './suite/turns.js';

export const benches: readonly Bench[] = [
  startup,
  sessions,
  isolation,
  burst,
  readers,
  latency,
  crowd,
  stalls,
  memory,
  stored,
  turns,
  past,
  replay,
  machine,
  log,
  ...(findChromium() === null ? [] : [inspector]),
];

/** Benches that download something, and run only if they are asked for. */
export const benchesOnRequest: readonly Bench[] = [peers];
