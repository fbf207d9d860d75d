import { createContext, use } from 'react';
import type { DashletFault } from './fault/document-faults.ts';

/** Faults of the dashlet that is edited. */
export const DashletFaults = createContext<readonly DashletFault[]>([]);

/** Returns what is wrong with a setting, by its path within the settings. */
export function useFaultAt(): (...path: readonly (string | number)[]) => string | undefined {
  const faults = use(DashletFaults);
  return (...path) => faults.find((fault) => fault.path === ['settings', ...path].join('.'))?.message;
}
