import type { KeyPart } from '#schemas/data/data-answer.ts';
import type { DrillTarget } from './drill-links.ts';

/** Goes on from a row; undefined where nothing is to be gone on to: all others together. */
export const openOf = (
  onDrill: ((target: DrillTarget) => void) | undefined,
  { name, key }: { readonly name: string; readonly key?: readonly KeyPart[] | undefined },
): (() => void) | undefined =>
  onDrill === undefined || key === undefined ? undefined : () => onDrill({ name, key });
