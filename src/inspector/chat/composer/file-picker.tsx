import { type ChangeEvent, useRef } from 'react';
import { IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';

/** A button that opens the browser's file dialog. */
export function FilePicker({
  isOnline,
  onFiles,
}: {
  isOnline: boolean;
  onFiles(files: Iterable<File>): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Allows picking the same file again.
    target.value = '';
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden onChange={onChange} />
      <IconButton label="Attach files" disabled={!isOnline} onClick={() => input.current?.click()}>
        <Icon name="attach" />
      </IconButton>
    </>
  );
}
