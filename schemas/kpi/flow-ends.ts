import type { Bind } from './bindings.ts';

/** Key of the sites that a reader does not see. */
export const HIDDEN_SITE = 0xffff_ffff;

export const flowDirections = ['both', 'out', 'in'] as const;
/** As seen from the sites of `FlowEnds`. */
export type FlowDirection = (typeof flowDirections)[number];

/** Which flows count, by the sites at both ends. A flow has an end at a site whichever site reports it. */
export interface FlowEnds {
  /** At least one end is at one of these; undefined: any. */
  readonly sites: readonly number[] | undefined;
  /** Sites with a key of their own; undefined: all. */
  readonly seen: readonly number[] | undefined;
  readonly direction: FlowDirection;
  /** Flows between these two keys only; 0 is outside. */
  readonly between?: readonly [number, number] | undefined;
}

/** SQL of an end as a key: a site, 0 for outside, or `HIDDEN_SITE`. */
function endSql(column: 'source_site' | 'destination_site', { seen }: FlowEnds, bind: Bind): string {
  if (seen === undefined) return column;
  const known = bind('seen', 'Array(UInt32)', [0, ...seen]);
  return `if(${column} IN ${known}, ${column}, toUInt32(${String(HIDDEN_SITE)}))`;
}

/** Keys of the ends of a flow: the lower and the higher of them, and whether it goes from the higher to the lower. */
export const endKeySql = {
  end: (ends, bind) =>
    `toUInt64(least(${endSql('source_site', ends, bind)}, ${endSql('destination_site', ends, bind)}))`,
  farEnd: (ends, bind) =>
    `toUInt64(greatest(${endSql('source_site', ends, bind)}, ${endSql('destination_site', ends, bind)}))`,
  way: (ends, bind) =>
    `toUInt64(${endSql('source_site', ends, bind)} > ${endSql('destination_site', ends, bind)})`,
} as const satisfies Record<string, (ends: FlowEnds, bind: Bind) => string>;
export type EndKey = keyof typeof endKeySql;

/** Conditions on the ends of a flow. */
export function endsSql(ends: FlowEnds, bind: Bind): readonly string[] {
  const { sites, direction, between } = ends;
  const at = (column: string): string =>
    sites === undefined ? `${column} != 0` : `${column} IN ${bind('ends', 'Array(UInt32)', sites)}`;
  const either = { both: `(${at('source_site')} OR ${at('destination_site')})` } as const;
  const one = { out: at('source_site'), in: at('destination_site') } as const;
  const chosen = direction === 'both' ? either.both : one[direction];
  if (between === undefined) return ['source_site != destination_site', chosen];
  const source = endSql('source_site', ends, bind);
  const destination = endSql('destination_site', ends, bind);
  const pair = `(least(${source}, ${destination}) = ${bind('end', 'UInt32', Math.min(...between))} AND greatest(${source}, ${destination}) = ${bind('far_end', 'UInt32', Math.max(...between))})`;
  return ['source_site != destination_site', chosen, pair];
}
