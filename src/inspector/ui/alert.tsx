import styles from './ui.module.css';

/** An error message, announced by screen readers; nothing without a message. */
export function Alert({ message, className = '' }: { message: string | null; className?: string }) {
  if (message === null) return null;
  return (
    <p className={`${styles.alert} ${className}`} role="alert">
      {message}
    </p>
  );
}
