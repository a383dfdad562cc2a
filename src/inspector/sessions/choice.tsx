import { Field } from '../ui/field.js';

export interface ChoiceProps {
  label: string;
  name: string;
  /** What is meant where nothing is chosen. */
  fallback: string;
  options: readonly (readonly [value: string, name: string])[];
  value?: string;
  onChange?(value: string): void;
}

/** A list to choose from; nothing chosen is sent as nothing. */
export function Choice({ label, name, fallback, options, value, onChange }: ChoiceProps) {
  const held = onChange
    ? { value, onChange: (event: { target: HTMLSelectElement }) => onChange(event.target.value) }
    : {};
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} disabled={options.length === 0} {...held}>
          <option value="">{fallback}</option>
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
