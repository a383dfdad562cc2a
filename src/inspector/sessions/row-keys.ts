import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

/** Arrow keys move between rows, and from the search into the list. Adjacent rows are always rendered. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  if (event.target instanceof HTMLInputElement && event.target.type === 'radio') return;
  const row = event.target.closest('li[data-index]');
  const index = row instanceof HTMLElement ? Number(row.dataset.index) + step : 0;
  const at = `li[data-index="${Math.max(0, index)}"]`;
  const target = event.currentTarget.querySelector<HTMLElement>(`${at} :is(a, [aria-expanded])`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
