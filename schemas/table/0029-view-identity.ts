/**
 * ClickHouse (26.7) gives a view whose query was modified another identity in the memory of the server that did it, and its
 * own one again when it loads the view. The identity is part of the token of every block behind the view: a block that is
 * repeated across a restart after `MODIFY QUERY` (0009) would be counted twice in the rollups. A view that is renamed has
 * its own identity at once.
 */
export const viewIdentity: readonly string[] = ['flows_5m_view', 'flows_1h_view', 'flows_1d_view'].flatMap(
  (view) => [
    // Where a crash came between both renamings.
    `RENAME TABLE IF EXISTS ${view}_aside TO ${view}`,
    `RENAME TABLE ${view} TO ${view}_aside, ${view}_aside TO ${view}`,
  ],
);
