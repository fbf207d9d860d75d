import { useMemo } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { ofEachDashlet } from '../of-each-dashlet.ts';
import { dashletFaults } from './document-faults.ts';

interface Faults {
  /** Why a dashlet cannot be shown; undefined: it can. */
  readonly faultOf: (dashlet: Dashlet) => string | undefined;
  /** Whether a dashlet can be saved. */
  readonly isValid: (dashlet: Dashlet) => boolean;
}

/** Faults of the dashlets of a draft. */
export function useFaults(): Faults {
  const kpis = useKpis();
  const language = useLanguage();
  return useMemo(() => {
    const faultsOf = ofEachDashlet((dashlet) => dashletFaults(dashlet, kpis, language));
    return {
      faultOf: (dashlet) => faultsOf(dashlet).find(({ isShown }) => isShown !== true)?.message,
      isValid: (dashlet) => faultsOf(dashlet).length === 0,
    };
  }, [kpis, language]);
}
