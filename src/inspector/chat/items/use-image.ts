import { useEffect, useState } from 'react';
import type { ContentPart, UniversalItem } from '../../../client/index.js';
import { useSession } from '../../session/use-session.js';

export interface ImagePlace {
  itemId: string;
  /** Among the images of the item. */
  index: number;
}

/** Where the daemon finds the image that stands there among the parts of an item. */
export function placeOf(item: UniversalItem, parts: readonly ContentPart[], at: number): ImagePlace | null {
  if (item.status === 'in_progress' || parts[at]?.type !== 'image') return null;
  const index = parts.slice(0, at).filter(({ type }) => type === 'image').length;
  return { itemId: item.item_id, index };
}

/** The object URL of an image, as long as it is shown; null before it is here, and where there is none. */
export function useImage(place: ImagePlace | null): string | null {
  const { client, sessionId } = useSession();
  const [url, setUrl] = useState<string | null>(null);
  const { itemId = null, index = 0 } = place ?? {};
  useEffect(() => {
    if (itemId === null) return;
    let made: string | null = null;
    let isGone = false;
    const show = (blob: Blob) => {
      if (isGone) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    client.http.image(sessionId, itemId, index).then(show, () => {});
    return () => {
      isGone = true;
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [client, sessionId, itemId, index]);
  return url;
}
