import { useEffect, useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import type { GreenroomClient, MachineGraph } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { weakMemo } from '../session/weak-memo.js';

const graphsOf = weakMemo((_client: GreenroomClient) => new Map<MachineName, Promise<MachineGraph>>());

/** Each machine is fetched once: machines never change while the daemon runs. */
function graphOf(client: GreenroomClient, name: MachineName): Promise<MachineGraph> {
  const known = graphsOf(client);
  let graph = known.get(name);
  if (!graph) {
    graph = client.machines.get(name);
    graph.catch(() => known.delete(name));
    known.set(name, graph);
  }
  return graph;
}

/** Loads a machine. */
export function useGraph(name: MachineName): { graph: MachineGraph | null; problem: string | null } {
  const client = useGreenroom();
  const [found, setFound] = useState<{
    of: MachineName;
    graph: MachineGraph | null;
    problem: string | null;
  }>();
  useEffect(() => {
    let isStale = false;
    graphOf(client, name).then(
      (graph) => !isStale && setFound({ of: name, graph, problem: null }),
      (error: Error) => !isStale && setFound({ of: name, graph: null, problem: error.message }),
    );
    return () => {
      isStale = true;
    };
  }, [client, name]);
  return found?.of === name ? found : { graph: null, problem: null };
}
