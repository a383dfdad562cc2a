import type { notice } from '../kit/notices.js';
import { at, without } from '../kit/record.js';
import type { ParamsOf } from './native.js';

type Limits = ParamsOf<'account/rateLimits/updated'>['rateLimits'];
type Window = NonNullable<Limits['primary']>;

/** From this share on, the human should know. */
const NEAR_PERCENT = 90;

/** A limit that was announced. */
export interface AnnouncedLimit {
  isReached: boolean;
  resetsAt: number | null;
}

export type AnnouncedLimits = Readonly<Record<string, AnnouncedLimit>>;

interface Warning {
  detail: string;
  fields: Parameters<typeof notice>[3];
}

/**
 * The limits of the account that are reached or nearly so, each once: Codex reports all of them with every answer of the
 * model. A limit that it leaves out has not changed.
 */
export function warningsIn(
  limits: Limits,
  announced: AnnouncedLimits,
): { announced: AnnouncedLimits; warnings: Warning[] } {
  let next = announced;
  const warnings: Warning[] = [];
  for (const name of ['primary', 'secondary'] as const) {
    const window = limits[name];
    if (window === null) continue;
    const now = { isReached: window.usedPercent >= 100, resetsAt: window.resetsAt };
    const before = at(next, name);
    if (window.usedPercent < NEAR_PERCENT) next = without(next, name);
    else if (before?.isReached !== now.isReached || before.resetsAt !== now.resetsAt) {
      next = { ...next, [name]: now };
      warnings.push(warningOf(window, now.isReached));
    }
  }
  return { announced: next, warnings };
}

function warningOf({ usedPercent, windowDurationMins, resetsAt }: Window, isReached: boolean): Warning {
  const limit = windowDurationMins === null ? 'usage limit' : `limit for ${span(windowDurationMins)}`;
  const resets = resetsAt === null ? null : new Date(resetsAt * 1000).toISOString();
  const used = isReached ? `The ${limit} is reached` : `${usedPercent}% of the ${limit} are used`;
  return {
    detail: resets === null ? used : `${used}; it resets at ${resets}`,
    fields: {
      reached: isReached,
      used_percent: usedPercent,
      ...(windowDurationMins === null ? {} : { window_minutes: windowDurationMins }),
      ...(resets === null ? {} : { resets_at: resets }),
    },
  };
}

function span(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440} days`;
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}
