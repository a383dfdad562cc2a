import { useEffect, useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import type { GreenroomClient, MachineGraph } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { weakMemo } from '../session/weak-memo.js';

/** A machine's drawing and its graph. */
export interface Drawn {
  svg: string;
  graph: MachineGraph;
}

const drawingsOf = weakMemo((_client: GreenroomClient) => new Map<MachineName, Promise<Drawn>>());

/** Each machine is fetched once: machines never change while the daemon runs. */
function drawingOf(client: GreenroomClient, name: MachineName): Promise<Drawn> {
  const known = drawingsOf(client);
  let drawing = known.get(name);
  if (!drawing) {
    const { machines } = client;
    drawing = Promise.all([machines.draw(name, 'svg'), machines.get(name)]).then(([svg, graph]) => ({
      svg,
      graph,
    }));
    drawing.catch(() => known.delete(name));
    known.set(name, drawing);
  }
  return drawing;
}

/** Loads a machine's drawing. */
export function useDrawing(name: MachineName): { drawn: Drawn | null; problem: string | null } {
  const client = useGreenroom();
  const [found, setFound] = useState<{ of: MachineName; drawn: Drawn | null; problem: string | null }>();
  useEffect(() => {
    let isStale = false;
    drawingOf(client, name).then(
      (drawn) => !isStale && setFound({ of: name, drawn, problem: null }),
      (error: Error) => !isStale && setFound({ of: name, drawn: null, problem: error.message }),
    );
    return () => {
      isStale = true;
    };
  }, [client, name]);
  return found?.of === name ? found : { drawn: null, problem: null };
}
