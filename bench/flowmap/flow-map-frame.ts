import { curveBetween } from '#web/features/flowmap/map/arc-geometry.ts';
import { drawnScene, lanesOf, type SceneArc } from '#web/features/flowmap/map/flow-scene.ts';
import { ParticleStream, particleScale } from '#web/features/flowmap/map/particles.ts';
import type { FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import type { BenchResult } from '../harness/result.ts';

const SITES = 1_000;
const ARCS = 5_000;
const PARTICLES = 20_000;
const FRAMES = 120;
const FRAME_SECONDS = 1 / 60;
const SIZE = { width: 1_920, height: 1_080 } as const;

const spread = (index: number, by: number): number => (index * by) % 1;

const nodes = Array.from({ length: SITES }, (_, id): FlowMapNode => ({
  id,
  name: `Site ${String(id)}`,
  city: '',
  longitude: spread(id, 0.618_034) * 360 - 180,
  latitude: spread(id, 0.754_878) * 140 - 70,
  deleted: false,
}));

const arcs = Array.from({ length: ARCS }, (_, index): SceneArc => ({
  one: index % SITES,
  other: (index * 7 + 1 + Math.floor(index / SITES)) % SITES,
  forth: 1_000_000 * (1 + (index % 50)),
  back: 500_000 * (1 + (index % 30)),
  classes: [],
  values: [],
  tone: 'default',
}));

const cpuMs = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Script of a frame of the flow map, without the drawing itself: places of 20,000 particles, and laying out 5,000 arcs of 1,000 sites. */
async function run(): Promise<readonly BenchResult[]> {
  const project = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
    x: ((longitude + 180) / 360) * SIZE.width * 4,
    y: ((90 - latitude) / 180) * SIZE.height * 4,
  });
  const layouts = Array.from({ length: 9 }, () =>
    cpuMs(() => drawnScene({ nodes, arcs }, project, SIZE)),
  ).sort((a, b) => a - b);
  // Every arc by itself: the worst case, as when the map is zoomed in.
  const drawn = arcs.map(({ one, other, forth, back, tone }, index) => {
    const [from, to] = [nodes[one], nodes[other]].map((node) =>
      project({ longitude: node?.longitude ?? 0, latitude: node?.latitude ?? 0 }),
    );
    const group = { id: String(index), nodes: [], isAside: false, at: { x: 0, y: 0 } };
    const curve = curveBetween(from ?? group.at, to ?? group.at);
    return { id: String(index), from: group, to: group, arcs: [], curve, forth, back, tone };
  });
  const lanes = lanesOf(drawn, () => 0xff_ff_ff);
  const stream = new ParticleStream();
  stream.show(lanes, particleScale(lanes, PARTICLES));
  let seen = 0;
  const frames = Array.from({ length: FRAMES }, () =>
    cpuMs(() => {
      let sum = 0;
      seen = stream.advance(FRAME_SECONDS, (x, y) => {
        sum += x + y;
      });
      if (Number.isNaN(sum)) throw new RangeError('a particle without a place');
    }),
  ).sort((a, b) => a - b);
  const middle = (values: readonly number[]): number => values[Math.floor(values.length / 2)] ?? 0;
  return Promise.resolve([
    { name: `flow-map-frame, ${String(seen)} particles`, value: middle(frames), unit: 'ms', samples: frames },
    { name: 'flow-map-layout', value: middle(layouts), unit: 'ms', samples: layouts },
  ]);
}

export const flowMapFrame = { name: 'flow-map-frame', run };
