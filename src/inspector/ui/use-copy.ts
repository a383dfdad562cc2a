import { useEffect, useState } from 'react';

const SHOWN_MS = 1500;

/** Copies a text, and says for a moment that it did. */
export function useCopy(): { isCopied: boolean; copy(text: string): void } {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = (text: string) => {
    // Refused where the page is not in front: then nothing was copied, and nothing says so.
    navigator.clipboard?.writeText(text).then(
      () => setCopies((count) => count + 1),
      () => {},
    );
  };
  return { isCopied, copy };
}
