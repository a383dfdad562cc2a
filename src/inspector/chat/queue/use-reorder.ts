import { type PointerEvent, type RefObject, useState } from 'react';
import { type Drag, slotAt } from './reorder.js';

/**
 * Drags rows of a list by their handles, with a mouse or a finger. Rows have `data-id`. The rows stay where they are until
 * the drop: a handle that moves within the document would lose the pointer.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onMove: (id: string, to: number) => void,
) {
  const [dragged, setDrag] = useState<Drag | null>(null);
  // The row may have left the list meanwhile.
  const drag = dragged && ids.includes(dragged.id) ? dragged : null;

  const slot = (id: string, pointer: number): number => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const others = rows.filter((row) => row.dataset.id !== id).map((row) => row.getBoundingClientRect());
    return slotAt(
      others.map(({ top, bottom }) => (top + bottom) / 2),
      pointer,
    );
  };
  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, to: ids.indexOf(id) });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag?.id === id) setDrag({ id, to: slot(id, clientY) });
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      if (drag?.id !== id) return;
      const to = slot(id, clientY);
      setDrag(null);
      if (to !== ids.indexOf(id)) onMove(id, to);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, handle };
}
