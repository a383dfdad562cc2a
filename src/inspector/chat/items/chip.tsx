import { Icon } from '../../ui/icon.js';
import styles from './items.module.css';

export interface ChipProps {
  icon: 'file' | 'image';
  text: string;
  more?: string | null;
}

/** A file shown by its name only. */
export function Chip({ icon, text, more }: ChipProps) {
  return (
    <span className={styles.chip} title={text}>
      <Icon name={icon} />
      <code>{text}</code>
      {more && <small>{more}</small>}
    </span>
  );
}
