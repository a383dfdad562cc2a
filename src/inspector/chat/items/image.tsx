import { useState } from 'react';
import type { ContentPart } from '../../../client/index.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Chip } from './chip.js';
import styles from './items.module.css';
import { type ImagePlace, useImage } from './use-image.js';

export interface ImageProps {
  part: Extract<ContentPart, { type: 'image' }>;
  /** The image's address on the daemon; null until the item is complete. */
  place: ImagePlace | null;
}

/** An image from a data URL, or fetched from the daemon; its path if it cannot be shown. */
export function Image({ part: { path, mime }, place }: ImageProps) {
  const isDataUrl = /^data:image\/(png|jpeg|gif|webp|avif);base64,/i.test(path);
  // Only files are fetched: a URL could point to any host.
  const isFile = !/^[a-z][a-z\d+.-]+:/i.test(path);
  const fetched = useImage(isFile ? place : null);
  const src = isDataUrl ? path : fetched;
  if (src === null) return <Chip icon="image" text={path} more={mime ?? null} />;
  const unnamed = mime ? `Image (${mime})` : 'Image';
  return <Thumbnail src={src} name={isDataUrl ? unnamed : nameOf(path)} />;
}

function Thumbnail({ src, name }: { src: string; name: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.picture} title="Enlarge" onClick={() => setLarge(true)}>
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
