import type { ReactNode } from 'react';

export interface ScrollerProps {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** The scrollable part of a panel, within reach of the keyboard. */
export function Scroller({ label, className, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
