import styles from './ui.module.css';

/** Stroke paths in a 16 × 16 view box. */
const shapes = {
  alert: 'M8 2 1.8 13.5h12.4L8 2Zm0 4.5v3.2m0 1.9v.2',
  attach: 'M13 7.3 8.2 12a3 3 0 0 1-4.3-4.2l5-5a2 2 0 0 1 2.9 2.8L7 10.4',
  bell: 'M3.5 11.5h9L11.3 9.7V7a3.3 3.3 0 0 0-6.6 0v2.7L3.5 11.5ZM6.8 13.5h2.4',
  bellOff:
    'M4.7 9.7V7m0-1c.5-1.4 1.8-2.3 3.3-2.3A3.3 3.3 0 0 1 11.3 7v2.7l1.2 1.8h-9L4.7 9.7M6.8 13.5h2.4M2.5 2.5l11 11',
  bolt: 'M9 1.8 3.2 9H8l-1 5.2L12.8 7H8l1-5.2Z',
  check: 'm3 8.5 3.3 3.3L13 5',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
  chip: 'M4.5 4.5h7v7h-7zM6.5 2v2.5m3-2.5v2.5m-3 7V14m3-2.5V14M2 6.5h2.5m-2.5 3h2.5m7-3H14m-2.5 3H14',
  circle: 'M8 3.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Z',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 3v3.2l2.2 1.5',
  close: 'm4 4 8 8m0-8-8 8',
  compress: 'M2.5 8h11M8 1.5v4M6 3.7l2 2 2-2M8 14.5v-4M6 12.3l2-2 2 2',
  copy: 'M6 5.5h7v8H6zM3.5 10.5H3v-8h7V3',
  dot: 'M8 7.9v.2',
  down: 'M8 3v10m-4-4 4 4 4-4',
  edit: 'M3 13l.6-3 7-7 2.4 2.4-7 7L3 13Z',
  events: 'M2 8h3l2-5 2.5 10 2-5H14',
  file: 'M4 2h5l3.2 3.2V14H4V2Zm5 0v3.2h3.2',
  folder: 'M2 4h4.2l1.5 1.8H14V13H2V4Z',
  gauge: 'M2.5 12a6 6 0 1 1 11 0M8 11l3-4M8 11v.1',
  fork: 'M4.5 2.5v7.2M4.5 9.7a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8ZM11.5 2.5a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8ZM11.5 6.3c0 3-3.4 2.6-6 4',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM2 8h12M8 2c-4 4-4 8 0 12 4-4 4-8 0-12Z',
  grip: 'M6 4v.1M10 4v.1M6 8v.1M10 8v.1M6 12v.1M10 12v.1',
  image: 'M2.5 3h11v10h-11V3Zm0 8 3.3-3.3 2.6 2.5 2-1.8 3 2.6M10.8 5.8v.2',
  list: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4v.1M2.8 8v.1M2.8 12v.1',
  move: 'M2.5 8h11M10 4.5 13.5 8 10 11.5',
  play: 'M4 5.5 6.5 8 4 10.5M8 11h4.5',
  plug: 'M5.5 2v3.5m5-3.5v3.5M4 5.5h8V8a4 4 0 0 1-8 0V5.5ZM8 12v2.5',
  power: 'M8 2v5.5M4.6 4.4a5 5 0 1 0 6.8 0',
  question: 'M5.6 6a2.4 2.4 0 1 1 3.5 2.2c-.7.4-1.1.9-1.1 1.7m0 2.3v.2',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  robot: 'M3 6h10v7H3V6Zm5-3.5V6M6 9v.6M10 9v.6',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3 14 14',
  settings: 'M2 5h7m4 0h1M2 11h1m4 0h7M11 3.2v3.6M5 9.2v3.6',
  shield: 'M8 1.8 3 3.8v4c0 3.2 2.2 5.4 5 6.4 2.8-1 5-3.2 5-6.4v-4l-5-2Z',
  stop: 'M4.5 4.5h7v7h-7z',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6v-5ZM5.3 5.3v.1',
  thought: 'M8 2.2a4.2 4.2 0 0 0-2.5 7.6V12h5V9.8A4.2 4.2 0 0 0 8 2.2ZM6.3 14h3.4',
  tool: 'M10.5 2.5a3 3 0 0 0-3.3 4L2.6 11a1.6 1.6 0 0 0 2.3 2.3l4.5-4.6a3 3 0 0 0 4-3.8l-1.9 1.8-1.8-.5-.5-1.8 1.3-1.9Z',
  trash: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 9h5.8l.6-9M7 7v4m2-4v4',
  up: 'M8 13V3m4 4L8 3 4 7',
} as const;

export type IconName = keyof typeof shapes;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
