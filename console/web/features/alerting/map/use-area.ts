import { useDeferredValue, useMemo, useState } from 'react';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { sitesWithin, type Bounds } from '../list/alert-rows.ts';

/** The visible area of the map and its sites; undefined until the map reports it. */
export function useArea(data: AlertSnapshot | undefined) {
  const [bounds, setBounds] = useState<Bounds>();
  const settled = useDeferredValue(bounds);
  const area = useMemo(
    () => (data === undefined || settled === undefined ? undefined : sitesWithin(data.sites, settled)),
    [data, settled],
  );
  return { area, setBounds };
}
