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
  /** Events of a session whose past is looked at. */
  past: number;
  /** Events of a session that is opened in the inspector. */
  inspector: number;
  /** Turns of one session. */
  turns: number;
  /** Idle sessions that are stored only. */
  stored: number;
  /** Sessions that stream at the same time, and what each of them streams. */
  crowd: { sessions: number; count: number; perSecond: number };
  stalls: Attacks;
}

/** The size of each attack, and how long others are watched meanwhile. */
export interface Attacks {
  paced: { count: number; perSecond: number };
  lineBytes: number;
  openItems: number;
  junkLines: number;
  events: number;
  sessions: number;
  lists: number;
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
  past: 1_000_000,
  inspector: 40_000,
  turns: 10_000,
  stored: 10_000,
  crowd: { sessions: 100, count: 100, perSecond: 20 },
  stalls: {
    paced: { count: 1000, perSecond: 200 },
    lineBytes: 40 * 1024 * 1024,
    openItems: 4000,
    junkLines: 200_000,
    events: 1_000_000,
    sessions: 5000,
    lists: 400,
  },
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
  past: 50_000,
  inspector: 5000,
  turns: 500,
  stored: 500,
  crowd: { sessions: 10, count: 60, perSecond: 20 },
  stalls: {
    paced: { count: 300, perSecond: 200 },
    lineBytes: 2 * 1024 * 1024,
    openItems: 200,
    junkLines: 10_000,
    events: 5000,
    sessions: 250,
    lists: 20,
  },
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
  past: 300,
  inspector: 1200,
  turns: 20,
  stored: 10,
  crowd: { sessions: 2, count: 10, perSecond: 100 },
  stalls: {
    paced: { count: 20, perSecond: 200 },
    lineBytes: 10_000,
    openItems: 10,
    junkLines: 50,
    events: 300,
    sessions: 10,
    lists: 3,
  },
};
