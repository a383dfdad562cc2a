import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './ui.module.css';

export interface DialogProps {
  title: string;
  /** For what is looked at rather than filled in. */
  isLarge?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside and closes with Escape. */
export function Dialog({ title, isLarge = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still there: then the focus goes back to where it came from.
  useLayoutEffect(() => {
    const dialog = ref.current!;
    if (!dialog.open) dialog.showModal();
    // Else it is on whatever happens to be enabled first.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-large={isLarge}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
