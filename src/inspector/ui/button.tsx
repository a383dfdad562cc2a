import type { ButtonHTMLAttributes } from 'react';
import styles from './ui.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'plain' | 'primary' | 'danger';
}

export function Button({ kind = 'plain', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={styles.button} data-kind={kind} />;
}

/** A button with an icon; the label is its accessible name and tooltip. */
export function IconButton({ label, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.iconButton}
      aria-label={label}
      title={rest.title ?? label}
    />
  );
}
