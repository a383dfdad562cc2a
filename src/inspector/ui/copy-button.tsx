import { Button, IconButton } from './button.js';
import { Icon } from './icon.js';
import { useCopy } from './use-copy.js';

export interface CopyButtonProps {
  /** The name of the text, such as “code”. */
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

export interface CopyTextButtonProps {
  children: string;
  text(): string;
  'aria-label'?: string;
}

/** A copy button with a text instead of an icon. */
export function CopyTextButton({ children, text, ...rest }: CopyTextButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <Button {...rest} onClick={() => copy(text())}>
      {isCopied ? 'Copied' : children}
    </Button>
  );
}
