import { z } from 'zod';
import { ElementFilter, filteredKinds } from '../../data/element-filter.ts';
import { dataLimits } from '../../limit/data.ts';
import { tableDashlet } from '../../limit/dashlet.ts';
import { ColumnLook } from '../dashlet-parts.ts';
import { documentText } from '../document-text.ts';

/** A list of elements with their properties, without values of KPIs. */
export const InventorySettings = z.strictObject({
  element: z.enum(filteredKinds),
  /** Columns: properties as in predicates. */
  properties: z
    .array(
      ColumnLook.extend({ property: z.string().trim().min(1, 'REQUIRED').max(64), title: documentText() }),
    )
    .min(1, 'REQUIRED')
    .max(tableDashlet.maxColumns),
  onlyActive: z.boolean().default(true),
  /** Beside those of the document. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
  maxLines: z.int().min(1).max(tableDashlet.maxLines).default(tableDashlet.defaultLines),
});
export type InventorySettings = z.infer<typeof InventorySettings>;
