import type { InventoryKind } from './inventory-kind.ts';

/** Types of infrastructure. `cisco iwan`: border routers of performance routing (PfR). */
export const infrastructures = [
  ...(['router', 'wan access', 'cisco iwan', 'ipsla probe', 'cloud access', 'cloud'] as const),
] as const;
export type Infrastructure = (typeof infrastructures)[number];

interface Described {
  readonly kind: InventoryKind;
  /** What a user chose. */
  readonly chosen?: Infrastructure | undefined;
  /** An interface with a contracted bandwidth is an access to the WAN. */
  readonly hasContract?: boolean;
  /** Source of the counters of a probe. */
  readonly source?: string;
}

/** The type of an element: the chosen one, or that of its kind; undefined: none. */
export function infrastructureOf({
  kind,
  chosen,
  hasContract = false,
  source,
}: Described): Infrastructure | undefined {
  if (chosen !== undefined) return chosen;
  if (kind === 'device') return 'router';
  if (kind === 'interface') return hasContract ? 'wan access' : undefined;
  return kind === 'probe' && source === 'ipsla' ? 'ipsla probe' : undefined;
}
