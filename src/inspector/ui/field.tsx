import { type ReactNode, useId } from 'react';
import styles from './ui.module.css';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  children(id: string): ReactNode;
}

/** A control with its label. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint ? <small>{hint}</small> : null}
    </div>
  );
}
