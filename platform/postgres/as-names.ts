import type { OrderByModifiersCallbackExpression } from 'kysely';

/**
 * The order in which people look for names, as `compareNames` has it: "Capacity" before "CPE", "site 9" before "site 10". The collation is
 * that of the migration `name-order`. Beside DISTINCT and UNION PostgreSQL rejects it: order such rows with `inNameOrder`.
 */
export const asNames: OrderByModifiersCallbackExpression = (order) => order.collate('by_name');
