import type { KeyPart } from '#schemas/data/data-result-size.ts';
import type { DrillTarget } from './drill-links.ts';

/** Opens what a row leads to; undefined for all others together, which lead nowhere. */
export const openOf = (
  onDrill: ((target: DrillTarget) => void) | undefined,
  { name, key }: { readonly name: string; readonly key?: readonly KeyPart[] | undefined },
): (() => void) | undefined =>
  onDrill === undefined || key === undefined ? undefined : () => onDrill({ name, key });
