import { z } from 'zod';
import { Line } from '../text/line.ts';

/** Locations of an element that its alarms can show, nearest first. */
export const topologyLevels = ['device', 'site', 'customer'] as const;
export type TopologyLevel = (typeof topologyLevels)[number];

/** Locations of the element that an alarm shows. */
export const Topology = z.strictObject({
  levels: z
    .array(z.enum(topologyLevels))
    .max(topologyLevels.length)
    .refine((levels) => new Set(levels).size === levels.length, { error: 'NOT_UNIQUE' }),
  /** Only locations whose name contains this text, case-insensitive; empty: all. */
  filter: Line.max(80),
});
export type Topology = z.infer<typeof Topology>;

export const topologyDefault: Topology = { levels: ['site'], filter: '' };

/** Parses the stored form; omits levels unknown to this version. */
export const topologyOf = (stored: {
  readonly topology_levels: readonly string[];
  readonly topology_filter: string;
}): Topology => ({
  levels: topologyLevels.filter((level) => stored.topology_levels.includes(level)),
  filter: stored.topology_filter,
});

export interface TopologyPlace {
  readonly level: TopologyLevel;
  readonly name: string;
}

/** Returns the locations of an element that its alarm selects, nearest first. */
export function topologyContext(
  { levels, filter }: Topology,
  places: readonly TopologyPlace[],
): readonly TopologyPlace[] {
  const desired = filter.toLowerCase();
  return topologyLevels.flatMap((level) =>
    places.filter(
      (place) =>
        place.level === level && levels.includes(level) && place.name.toLowerCase().includes(desired),
    ),
  );
}
