import type { ElementKind } from '../element/kind.ts';
import { kpis, type KpiKey } from './library.ts';

/** KPIs that are shown next to another one. */
export const MAX_RELATED_KPIS = 6;

/** Those that explain a port; its rates and volumes say the same as its utilisation. */
const adjacent: Partial<Record<ElementKind, readonly KpiKey[]>> = {
  interface: [
    ...(['itf_in_util', 'itf_out_util', 'itf_in_err', 'itf_out_err'] as const),
    ...(['itf_in_disc', 'itf_out_disc', 'itf_avail'] as const),
  ],
};

const isKey = (key: string): key is KpiKey => Object.hasOwn(kpis, key);
const ofKind = (kind: ElementKind): readonly KpiKey[] =>
  Object.keys(kpis).filter((key): key is KpiKey => isKey(key) && kpis[key].element === kind);

/** The KPIs of the library to look at next to a KPI on the same element, in the order of the library. */
export const relatedKpis = (key: string, kind: ElementKind): readonly KpiKey[] =>
  (adjacent[kind] ?? ofKind(kind)).filter((each) => each !== key).slice(0, MAX_RELATED_KPIS);
