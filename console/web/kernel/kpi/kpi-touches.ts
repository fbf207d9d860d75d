import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { API } from '#schemas/route.ts';
import { below, type QueryTarget } from '../query/route-query.ts';

/** What a change of KPIs changes: their descriptions everywhere, and the pages of their definitions. */
export const kpiTouches: readonly QueryTarget[] = [
  ['kpi'],
  below(listKpiDescriptions),
  below({ path: `${API}/mt/kpi` }),
];
