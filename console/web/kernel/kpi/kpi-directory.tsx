import { createContext, useContext, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { directoryWith, libraryDirectory, type KpiDirectory } from '#schemas/kpi/directory.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import type { z } from 'zod';
import { routeQuery } from '../query/route-query.ts';

/** Every KPI: those of the library and those defined by administrators. */
export const directoryQuery = {
  ...routeQuery(listKpiDescriptions),
  select({ kpis }: z.output<typeof listKpiDescriptions.reply>): KpiDirectory {
    // The facts of library KPIs are at hand: only those of defined ones are taken, which are no views.
    const facts = kpis.map(({ formulas, strategy, ...kpi }) => ({
      ...kpi,
      strategy: strategy ?? ('before any aggregation' as const),
      isOfAccesses: false,
      scopes: formulas.map(({ scope }) => scope),
    }));
    return directoryWith(facts);
  },
  // A Map: nothing to share with the previous result.
  structuralSharing: false,
};

const Directory = createContext<KpiDirectory>(libraryDirectory);

/** Read once per page: each cell of an alarm table names its KPI. */
export function KpiDirectoryProvider({ children }: { readonly children: ReactNode }) {
  const { data = libraryDirectory } = useQuery(directoryQuery);
  return <Directory value={data}>{children}</Directory>;
}

/** Whether a KPI does not exist. Until the defined ones have loaded, one that is not of the library may be among them. */
export function useIsKpiLost(): (key: string) => boolean {
  const kpis = useKpis();
  return (key) => kpis !== libraryDirectory && !kpis.has(key);
}

/** The KPIs; defined ones load after the library. */
export const useKpis = (): KpiDirectory => useContext(Directory);
