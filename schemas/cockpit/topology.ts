import { z } from 'zod';

/** Places of an element in the network that its alarms can name, nearest first. */
export const topologyLevels = ['device', 'site', 'customer'] as const;
export type TopologyLevel = (typeof topologyLevels)[number];

/** What an alarm tells of the surroundings of its element. */
export const Topology = z.strictObject({
  levels: z
    .array(z.enum(topologyLevels))
    .max(topologyLevels.length)
    .refine((levels) => new Set(levels).size === levels.length, { error: 'a level is named twice' }),
  /** Only places whose name contains this text, whatever its case; empty: all of them. */
  filter: z
    .string()
    .trim()
    .max(80)
    .regex(/^\P{Cc}*$/u, 'control characters are not allowed'),
});
export type Topology = z.infer<typeof Topology>;

export const topologyDefault: Topology = { levels: ['site'], filter: '' };

/** As it is stored; a level that this version does not know is left out. */
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

/** Of the places that an element is in, those that its alarm names; nearest first. */
export function topologyContext({ levels, filter }: Topology, places: readonly TopologyPlace[]): readonly TopologyPlace[] {
  const wanted = filter.toLowerCase();
  return topologyLevels.flatMap((level) =>
    places.filter(
      (place) => place.level === level && levels.includes(level) && place.name.toLowerCase().includes(wanted),
    ),
  );
}
