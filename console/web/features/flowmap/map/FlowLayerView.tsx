import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import type { MapUnderlay } from '#web/ui/site-map/SiteMap.tsx';
import { startFlowLayer, type FlowLayer, type LayerInput } from './flow-layer.ts';

interface Props extends LayerInput {
  readonly underlay: MapUnderlay;
  readonly layer: RefObject<FlowLayer | undefined>;
  readonly onScale: (bits: number | undefined) => void;
}

/** Traffic over the map. The table has the same for who does not see it. */
export function FlowLayerView({ underlay, layer, scene, look, onScale }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const isCalm = useReducedMotion();
  const scaled = useEffectEvent((bits: number | undefined) => onScale(bits));
  const shown = useEffectEvent(() => layer.current?.show({ scene, look }));
  useEffect(() => {
    if (host.current === null) return undefined;
    const began = startFlowLayer(host.current, underlay, { onScale: (bits) => scaled(bits), isCalm });
    layer.current = began;
    shown();
    return () => {
      layer.current = undefined;
      began.destroy();
    };
  }, [underlay, layer, isCalm]);
  useEffect(() => layer.current?.show({ scene, look }), [layer, scene, look]);
  return <div ref={host} className="tt-flowmap-layer" aria-hidden="true" />;
}
