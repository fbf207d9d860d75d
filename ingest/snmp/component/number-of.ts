import type { Value } from '../value.ts';

/** A count or a measure as the agent has it; undefined for what is none. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.type === 'integer' || value?.type === 'gauge32' || value?.type === 'counter32'
    ? value.value
    : undefined;
