import { useMemo, useState } from 'react';
import type { Severity } from '#schemas/alerting/severity.ts';
import { SiteMap, type MapUnderlay } from '#web/ui/site-map/SiteMap.tsx';
import { defaultView, type SitePoint } from '#web/ui/site-map/site-point.ts';
import { useElementTexts } from '../texts/en.ts';
import type { Neighbour } from './neighbour-rows.ts';
import { NeighbourLines } from './NeighbourLines.tsx';
import { boundsOfNodes, isPlaced, type LocatedNode } from './placed-nodes.ts';

interface Props {
  readonly here: LocatedNode;
  readonly neighbours: readonly Neighbour[];
  /** Worst running alarm of each site; undefined: the reader does not see alarms. */
  readonly severities: ReadonlyMap<number, Severity> | undefined;
  readonly onOpen: (site: number) => void;
  readonly onHide: () => void;
}

const nothing = (): void => undefined;

/** Where the neighbours of an element are. Loaded on demand, with the map library. */
export function NeighbourMap({ here, neighbours, severities, onOpen, onHide }: Props) {
  const text = useElementTexts();
  const placed = useMemo(
    () => neighbours.flatMap((each) => (isPlaced(each.node) ? [{ ...each, node: each.node }] : [])),
    [neighbours],
  );
  const points = useMemo(
    () =>
      [here, ...placed.map(({ node }) => node)].map(({ id, name, city, longitude, latitude }): SitePoint => ({
        id,
        name: name ?? String(id),
        city,
        longitude,
        latitude,
        status: severities === undefined ? 'unknown' : (severities.get(id) ?? 'ok'),
        silenced: false,
        note: city,
      })),
    [here, placed, severities],
  );
  const chosen = useMemo(() => new Set([here.id]), [here.id]);
  // Where the map opens: later values do not move it.
  const [start] = useState(() => boundsOfNodes([here, ...placed.map(({ node }) => node)]));
  const ends = useMemo(() => {
    const trafficOf = ({ in: inbound, out }: Neighbour): number => (inbound ?? 0) + (out ?? 0);
    const most = Math.max(1, ...placed.map(trafficOf));
    return placed.map((each) => ({
      node: each.node,
      share: trafficOf(each) / most,
      isLink: trafficOf(each) === 0,
    }));
  }, [placed]);
  const layer = (underlay: MapUnderlay) => <NeighbourLines underlay={underlay} here={here} ends={ends} />;
  return (
    <SiteMap
      isWithinPage
      label={text('neighbourMap')}
      points={points}
      chosen={chosen}
      view={start === undefined ? defaultView : { bounds: start }}
      onArea={nothing}
      onView={nothing}
      onPick={onOpen}
      onHide={onHide}
      layer={layer}
    />
  );
}
