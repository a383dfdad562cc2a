import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page; otherwise the browser would navigate to them. Returns whether files are
 * being dragged over the page.
 */
export function useDrop(onFiles: (files: FileList) => void, isEnabled: boolean): boolean {
  const [isDragOver, setDragOver] = useState(false);
  const accept = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isEnabled) return;
    const abort = new AbortController();
    const { signal } = abort;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragOver(false);
      if (!event.dataTransfer || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      accept(event.dataTransfer.files);
    };
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => abort.abort();
  }, [isEnabled]);
  return isDragOver;
}
