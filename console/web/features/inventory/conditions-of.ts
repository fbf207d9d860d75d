import type { z } from 'zod';
import { Conditions, conditionsText } from '#schemas/inventory/list/conditions.ts';
import type { ListSearch } from './inventory-search.ts';

export type Condition = z.output<typeof Conditions>[number];

/** The conditions of an address; those of a broken link are none. */
export const conditionsOf = ({ where = '' }: Pick<ListSearch, 'where'>): readonly Condition[] =>
  Conditions.safeParse(where).data ?? [];

export const whereOf = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0 ? undefined : conditionsText(conditions);
