import styles from './ui.module.css';

export interface FilterInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function FilterInput({ label, value, onChange }: FilterInputProps) {
  return (
    <input
      className={styles.filterInput}
      type="search"
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
