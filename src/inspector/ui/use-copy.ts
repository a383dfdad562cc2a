import { useEffect, useState } from 'react';

const SHOWN_MS = 1500;

/** Copies text to the clipboard; `isCopied` is true for a moment afterwards. */
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
    // Browsers refuse while the page is not focused; then isCopied stays false.
    navigator.clipboard?.writeText(text).then(
      () => setCopies((count) => count + 1),
      () => {},
    );
  };
  return { isCopied, copy };
}
