import { useEffect, useEffectEvent, useState } from 'react';

/** Takes files that are dropped anywhere on the page: beside the composer, the browser would leave the page for them. */
export function useDrop(onFiles: (files: FileList) => void, isOpen: boolean): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isOpen) return;
    const ground = new AbortController();
    const { signal } = ground;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    };
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => ground.abort();
  }, [isOpen]);
  return isOver;
}
