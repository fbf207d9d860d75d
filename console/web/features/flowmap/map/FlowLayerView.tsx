import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import type { MapUnderlay } from '#web/ui/site-map/SiteMap.tsx';
import { startFlowLayer, type FlowLayer, type LayerInput } from './flow-layer.ts';

interface Props extends LayerInput {
  readonly underlay: MapUnderlay;
  readonly layerRef: RefObject<FlowLayer | undefined>;
  readonly onScale: (bits: number | undefined) => void;
}

/** Traffic over the map. The table has the same for who does not see it. */
export function FlowLayerView({ underlay, layerRef, scene, look, onScale }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const isCalm = useReducedMotion();
  const scaled = useEffectEvent((bits: number | undefined) => onScale(bits));
  const shown = useEffectEvent(() => layerRef.current?.show({ scene, look }));
  useEffect(() => {
    if (host.current === null) return undefined;
    const began = startFlowLayer(host.current, underlay, { onScale: (bits) => scaled(bits), isCalm });
    layerRef.current = began;
    shown();
    return () => {
      layerRef.current = undefined;
      began.destroy();
    };
  }, [underlay, layerRef, isCalm]);
  useEffect(() => layerRef.current?.show({ scene, look }), [layerRef, scene, look]);
  return <div ref={host} className="tt-flowmap-layer" aria-hidden="true" />;
}
