import { useEffect, useMemo, useRef } from 'react';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { hasWebGl } from '#web/ui/site-map/MapProblem.tsx';
import { SiteMap, type SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { defaultView } from '#web/ui/site-map/site-point.ts';
import { sitePoints } from '../map/site-points.ts';
import { useWallTexts } from './texts/en.ts';

const nothing = (): void => undefined;
const none = {
  note: () => '',
  silenced: new Set<number>(),
  silencedNote: '',
  unmonitored: new Map<number, string>(),
};

/** The sites of the customer, all in view, without tools, since a wall is not touched. Loaded on demand, with the map library. */
export function WallMap({ data }: { readonly data: AlertSnapshot }) {
  const text = useWallTexts();
  const map = useRef<SiteMapHandle>(null);
  const { sites, bounds } = data;
  const points = useMemo(() => sitePoints(sites, none), [sites]);
  const chosen = useMemo(() => new Set<number>(), []);
  const key = JSON.stringify(bounds);
  useEffect(() => {
    if (bounds !== null) map.current?.fit(bounds);
    // oxlint-disable-next-line react/exhaustive-deps -- the same bounds are another object in each snapshot
  }, [key]);
  if (!hasWebGl()) return null;
  return (
    <div className="tt-wall-map">
      <SiteMap
        ref={map}
        label={text('map')}
        points={points}
        chosen={chosen}
        view={bounds === null ? defaultView : { bounds }}
        onArea={nothing}
        onView={nothing}
        onPick={nothing}
        onHide={nothing}
      />
    </div>
  );
}
