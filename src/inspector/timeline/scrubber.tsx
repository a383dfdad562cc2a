import { useMemo } from 'react';
import { useSession, useSessionValue } from '../session/use-session.js';
import { Button, IconButton } from '../ui/button.js';
import styles from './scrubber.module.css';
import { bandsOf, WIDTH } from './strip.js';
import { speeds, usePlay } from './use-play.js';
import { useScrub } from './use-scrub.js';

/** An overview of the session's events, with controls to move through them. */
export function Scrubber() {
  const store = useSession();
  const scrub = useScrub();
  const { at, total, go, step, stepTurn, onKeyDown } = scrub;
  const { isPlaying, toggle, speed, setSpeed } = usePlay(scrub);
  const refusals = useSessionValue((each) => each.refusals);
  const first = useSessionValue(({ transcript }) => transcript.firstSequence);
  const bands = useMemo(() => {
    const { turns, rows } = store.transcript;
    return bandsOf({ turns, rows, refusals, first, total });
  }, [store, refusals, first, total]);
  const shown = Math.min(at ?? total, total);
  const type = store.pages.get(shown)?.type ?? (total === 0 ? 'no events' : 'loading');
  return (
    <section className={styles.scrubber} aria-label="Scrubber" data-past={at !== null} onKeyDown={onKeyDown}>
      <div className={styles.track}>
        <svg viewBox={`0 0 ${WIDTH} 30`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.unloaded} d={bands.unloaded} />
          <path className={styles.turns} d={bands.turns} />
          <path className={styles.failures} d={bands.failures} />
          <path className={styles.requests} d={bands.requests} />
          <path className={styles.errors} d={bands.errors} />
          <path className={styles.refusals} d={bands.refusals} />
        </svg>
        <input
          type="range"
          min={Math.min(1, total)}
          max={total}
          value={shown}
          aria-label="Event"
          aria-valuetext={`${shown} of ${total}: ${type}`}
          onChange={(event) => go(Number(event.target.value) >= total ? null : Number(event.target.value))}
        />
      </div>
      <div className={styles.buttons}>
        <IconButton label="Previous turn (Shift+←)" onClick={() => stepTurn(-1)}>
          «
        </IconButton>
        <IconButton label="Previous event (←)" onClick={() => step(-1)}>
          ‹
        </IconButton>
        <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
          {isPlaying ? '❚❚' : '▶'}
        </IconButton>
        <IconButton label="Next event (→)" onClick={() => step(1)}>
          ›
        </IconButton>
        <IconButton label="Next turn (Shift+→)" onClick={() => stepTurn(1)}>
          »
        </IconButton>
        <select
          aria-label="Playback speed"
          value={speed}
          onChange={(event) => setSpeed(Number(event.target.value))}
        >
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}/s
            </option>
          ))}
        </select>
        <span className={styles.place}>
          {shown} / {total}
        </span>
        {at === null ? (
          <span className={styles.now}>Now</span>
        ) : (
          <Button aria-label="Back to now" onClick={() => go(null)}>
            Now
          </Button>
        )}
      </div>
    </section>
  );
}
