import { IconButton } from './button.js';
import { Icon } from './icon.js';
import { useCopy } from './use-copy.js';

export interface CopyButtonProps {
  /** What is copied, such as “code”. */
  what: string;
  text(): string;
}

export function CopyButton({ what, text }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <IconButton label={isCopied ? 'Copied' : `Copy ${what}`} onClick={() => copy(text())}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </IconButton>
  );
}
