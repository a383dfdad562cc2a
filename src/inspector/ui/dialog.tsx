import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './ui.module.css';

export interface DialogProps {
  title: string;
  /** For images rather than forms. */
  isLarge?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The browser's native modal dialog, which traps the focus and closes with Escape. */
export function Dialog({ title, isLarge = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing before unmounting restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current!;
    if (!dialog.open) dialog.showModal();
    // By default the first enabled element would get the focus.
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
