import { useEffect, useReducer } from 'react';
import type { MapUnderlay } from '#web/ui/site-map/SiteMap.tsx';
import type { LocatedNode } from './placed-nodes.ts';

interface Props {
  readonly underlay: MapUnderlay;
  readonly here: LocatedNode;
  /** Far ends, with their part of the largest traffic. */
  readonly ends: readonly { readonly node: LocatedNode; readonly share: number; readonly isLink: boolean }[];
}

const [THIN, THICK] = [1, 5];

/** Lines over the map from the element to its neighbours, the wider the more traffic. The list has the same. */
export function NeighbourLines({ underlay, here, ends }: Props) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => underlay.onMove(redraw), [underlay]);
  const from = underlay.project(here);
  return (
    <svg className="tt-neighbour-lines" aria-hidden="true">
      {ends.map(({ node, share, isLink }) => {
        const to = underlay.project(node);
        return (
          <line
            key={node.id}
            data-link={isLink}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            strokeWidth={THIN + share * (THICK - THIN)}
          />
        );
      })}
    </svg>
  );
}
