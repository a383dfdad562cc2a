import type { WhenBusy } from '../../../client/index.js';
import { RadioGroup } from '../../ui/radio-group.js';

export type SendMode = Extract<WhenBusy, 'queue' | 'steer' | 'interrupt'>;

export interface SendModePickerProps {
  mode: SendMode;
  canSteer: boolean;
  onChange(mode: SendMode): void;
}

const options: { value: SendMode; label: string; title: string }[] = [
  { value: 'queue', label: 'Queue', title: 'Send the message when the turn has ended' },
  { value: 'steer', label: 'Steer', title: 'Send the message into the running turn' },
  { value: 'interrupt', label: 'Interrupt', title: 'Stop the running turn and start a new one' },
];

/** How to send a message while a turn is running. */
export function SendModePicker({ mode, canSteer, onChange }: SendModePickerProps) {
  return (
    <RadioGroup
      legend="While a turn is running"
      options={options.filter(({ value }) => value !== 'steer' || canSteer)}
      value={mode}
      onChange={onChange}
    />
  );
}
