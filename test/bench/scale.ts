/** The amount of work per bench. */
export interface Scale {
  /** How often a figure and its yardstick are measured, alternately; medians are reported. */
  rounds: number;
  startups: number;
  sessions: number;
  /** Concurrent creations of sessions. */
  atOnce: number;
  burst: number;
  readers: number;
  readersBurst: number;
  /** Idle sessions created beforehand; the first ones allocate what all others share. */
  idleBefore: number;
  idle: number;
  replay: number;
  machine: number;
  log: number;
  paced: { count: number; perSecond: number };
}

export const full: Scale = {
  rounds: 3,
  startups: 7,
  sessions: 60,
  atOnce: 8,
  burst: 100_000,
  readers: 100,
  readersBurst: 2000,
  idleBefore: 20,
  idle: 200,
  replay: 100_000,
  machine: 200_000,
  log: 200_000,
  paced: { count: 3000, perSecond: 1000 },
};

export const quick: Scale = {
  rounds: 1,
  startups: 3,
  sessions: 16,
  atOnce: 8,
  burst: 20_000,
  readers: 100,
  readersBurst: 500,
  idleBefore: 10,
  idle: 30,
  replay: 20_000,
  machine: 50_000,
  log: 50_000,
  paced: { count: 1000, perSecond: 1000 },
};

/** A smoke test. */
export const tiny: Scale = {
  rounds: 1,
  startups: 1,
  sessions: 2,
  atOnce: 2,
  burst: 300,
  readers: 3,
  readersBurst: 50,
  idleBefore: 1,
  idle: 2,
  replay: 300,
  machine: 300,
  log: 300,
  paced: { count: 20, perSecond: 1000 },
};
