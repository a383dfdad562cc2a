import { useEffect, useState } from 'react';
import type { ContentPart, UniversalItem } from '../../../client/index.js';
import { useSession } from '../../session/use-session.js';

export interface ImagePlace {
  itemId: string;
  /** The index among the item's images. */
  index: number;
}

/** The daemon's address of the image at a position among an item's parts. */
export function placeOf(item: UniversalItem, parts: readonly ContentPart[], at: number): ImagePlace | null {
  if (item.status === 'in_progress' || parts[at]?.type !== 'image') return null;
  const index = parts.slice(0, at).filter(({ type }) => type === 'image').length;
  return { itemId: item.item_id, index };
}

/** Fetches an image and returns its object URL, which is revoked on unmount; null while loading or on failure. */
export function useImage(place: ImagePlace | null): string | null {
  const { handle } = useSession();
  const [url, setUrl] = useState<string | null>(null);
  const { itemId = null, index = 0 } = place ?? {};
  useEffect(() => {
    if (itemId === null) return;
    let made: string | null = null;
    let isStale = false;
    const show = (blob: Blob) => {
      if (isStale) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    handle.image(itemId, index).then(show, () => {});
    return () => {
      isStale = true;
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [handle, itemId, index]);
  return url;
}
