import { type ReactNode, useId } from 'react';
import styles from './ui.module.css';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  title?: string;
}

export interface RadioGroupProps<Value extends string> {
  legend: string;
  options: readonly RadioOption<Value>[];
  value: Value;
  onChange(value: Value): void;
  /** Styles for the group and its labels; a segmented control by default. */
  className?: string | undefined;
}

/** Radio buttons shown as labels only. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, options, value, onChange, className = styles.segments } = props;
  const name = useId();
  return (
    <fieldset className={`${styles.radioGroup} ${className}`}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
