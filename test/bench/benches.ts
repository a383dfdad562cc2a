import type { Bench } from './bench.js';
import { burst, readers } from './suite/burst.js';
import { latency } from './suite/latency.js';
import { log } from './suite/log.js';
import { machine } from './suite/machine.js';
import { memory } from './suite/memory.js';
import { replay } from './suite/replay.js';
import { sessions } from './suite/sessions.js';
import { startup } from './suite/startup.js';

export const benches: readonly Bench[] = [
  startup,
  sessions,
  burst,
  readers,
  latency,
  memory,
  replay,
  machine,
  log,
];
