import type { MapUnderlay } from '#web/ui/site-map/SiteMap.tsx';
import type { Point } from './arc-geometry.ts';
import { arcAt, colourNumber, drawScene, groupAt, type SceneLook } from './draw-scene.ts';
import { drawnScene, lanesOf, type DrawnArc, type DrawnScene, type ScenePart } from './flow-scene.ts';
import { particleScale } from './particles.ts';
import type { ParticleCanvas } from './particle-canvas.ts';

/** Particles on the way at once: more are no easier to read. */
export const MOST_PARTICLES = 4_000;
/** Longest time that particles move on in one frame: a page in the background stands still. */
const MAX_FRAME_SECONDS = 0.1;

export interface FlowLayerEvents {
  /** Bits that a particle stands for; undefined while none is drawn. */
  readonly onScale: (bits: number | undefined) => void;
}

export interface LayerInput {
  readonly scene: ScenePart;
  readonly look: SceneLook;
}

export type Hit =
  | { readonly arc: DrawnArc; readonly group?: undefined }
  | { readonly group: DrawnScene['groups'][number]; readonly arc?: undefined };

export interface FlowLayer {
  show(input: LayerInput): void;
  hit(point: Point): Hit | undefined;
  destroy(): void;
}

const noScene: DrawnScene = { groups: [], arcs: [], links: [] };

/** Particles over the arcs, which run while the page is visible. */
class MovingParticles {
  readonly #canvas: ParticleCanvas;
  #frame = 0;
  #last: number | undefined;

  constructor(canvas: ParticleCanvas) {
    this.#canvas = canvas;
    this.#next();
  }

  get canvas(): ParticleCanvas {
    return this.#canvas;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#canvas.destroy();
  }

  #next(): void {
    this.#frame = requestAnimationFrame((time) => {
      const seconds = this.#last === undefined ? 0 : (time - this.#last) / 1_000;
      this.#last = time;
      this.#canvas.advance(Math.min(seconds, MAX_FRAME_SECONDS));
      this.#next();
    });
  }
}

/**
 * Draws traffic over a map: arcs and sites on one canvas, when they change or the map moves, and particles on another one in every frame.
 * `isCalm`: without particles.
 */
export function startFlowLayer(
  host: HTMLElement,
  underlay: MapUnderlay,
  { onScale, isCalm }: FlowLayerEvents & { readonly isCalm: boolean },
): FlowLayer {
  const still = document.createElement('canvas');
  host.append(still);
  const context = still.getContext('2d');
  let input: LayerInput | undefined;
  let drawn = noScene;
  let moving: MovingParticles | undefined;
  let scheduled = 0;
  let isEnded = false;

  const size = () => ({ width: host.clientWidth, height: host.clientHeight });
  const showParticles = (): void => {
    if (moving === undefined || input === undefined) return;
    const { colourOf } = input.look;
    const lanes = lanesOf(drawn.arcs, (tone) => colourNumber(colourOf(tone)));
    const scale = particleScale(lanes, MOST_PARTICLES);
    moving.canvas.show(lanes, scale);
    onScale(lanes.length === 0 ? undefined : scale);
  };
  const draw = (): void => {
    scheduled = 0;
    if (input === undefined || context === null) return;
    const { width, height } = size();
    const ratio = devicePixelRatio;
    if (still.width !== Math.round(width * ratio) || still.height !== Math.round(height * ratio)) {
      still.width = Math.round(width * ratio);
      still.height = Math.round(height * ratio);
      moving?.canvas.resize(Math.max(1, width), Math.max(1, height));
    }
    drawn = drawnScene(input.scene, (place) => underlay.project(place), { width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawScene(context, drawn, input.look);
    showParticles();
  };
  const drawSoon = (): void => {
    if (scheduled === 0) scheduled = requestAnimationFrame(draw);
  };
  const stopFollowing = underlay.onMove(drawSoon);
  const openMoving = async (): Promise<void> => {
    const { openParticles } = await import('./particle-canvas.ts');
    const { width, height } = size();
    const canvas = await openParticles(Math.max(1, width), Math.max(1, height));
    if (isEnded) {
      canvas.destroy();
      return;
    }
    host.append(canvas.canvas);
    moving = new MovingParticles(canvas);
    drawSoon();
  };
  // Without WebGL, or without the files, the arcs stand still.
  if (!isCalm) openMoving().catch(() => onScale(undefined));
  return {
    show(next) {
      input = next;
      drawSoon();
    },
    hit(point) {
      const group = groupAt(drawn, point);
      if (group !== undefined) return { group };
      const arc = arcAt(drawn.arcs, point);
      return arc && { arc };
    },
    destroy() {
      isEnded = true;
      stopFollowing();
      cancelAnimationFrame(scheduled);
      moving?.stop();
      still.remove();
    },
  };
}
