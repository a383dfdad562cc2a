import { Field } from '../ui/field.js';

export interface SelectProps {
  label: string;
  name: string;
  /** The label of the empty option. */
  fallback: string;
  options: readonly (readonly [value: string, name: string])[];
  value?: string;
  onChange?(value: string): void;
}

/** A drop-down with a label. The empty option submits an empty value. A value that is no option is shown as one. */
export function Select({ label, name, fallback, options, value, onChange }: SelectProps) {
  const controlled = onChange
    ? { value, onChange: (event: { target: HTMLSelectElement }) => onChange(event.target.value) }
    : {};
  const isListed = !value || options.some(([id]) => id === value);
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} disabled={options.length === 0} {...controlled}>
          <option value="">{fallback}</option>
          {!isListed && <option value={value}>{value}</option>}
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
