import { useState } from 'react';
import type { ContentPart } from '../../../client/index.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Chip } from './chip.js';
import styles from './items.module.css';
import { type ImagePlace, useImage } from './use-image.js';

export interface ImageProps {
  part: Extract<ContentPart, { type: 'image' }>;
  /** Where the daemon finds it; null while the item is not complete. */
  place: ImagePlace | null;
}

/** A picture: from the stream itself, or by its path from the daemon. Where there is none to be shown, its path. */
export function Image({ part: { path, mime }, place }: ImageProps) {
  const isInStream = /^data:image\/(png|jpeg|gif|webp|avif);base64,/i.test(path);
  // What has a scheme is no file, and nobody else is asked for it.
  const isFile = !/^[a-z][a-z\d+.-]+:/i.test(path);
  const fetched = useImage(isFile ? place : null);
  const src = isInStream ? path : fetched;
  if (src === null) return <Chip icon="image" text={path} more={mime ?? null} />;
  const unnamed = mime ? `Shown by the agent (${mime})` : 'Shown by the agent';
  return <Picture src={src} name={isInStream ? unnamed : nameOf(path)} />;
}

function Picture({ src, name }: { src: string; name: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.picture} title="Show large" onClick={() => setLarge(true)}>
        <img className={styles.image} src={src} alt={name} />
      </button>
      {isLarge && (
        <Dialog title={name} isLarge onClose={() => setLarge(false)}>
          <img className={styles.large} src={src} alt={name} />
          <Button onClick={() => setLarge(false)}>Close</Button>
        </Dialog>
      )}
    </>
  );
}

const nameOf = (path: string) => path.split(/[\\/]/).at(-1) || path;
