/** Limits of dashboards, home pages and templates. */
export const dashboardLimits = {
  maxDashlets: 200,
  /** Elements for which a dashlet is repeated. */
  maxRepeated: 12,
  maxFilters: 20,
  /** Columns and rows of the grid. */
  columns: 24,
  maxRows: 4_000,
  titleMax: 120,
  folderMax: 200,
  maxThresholds: 10,
  /** Short links of an account: the oldest go first. */
  maxLinks: 1_000,
  /** Texts of a document with a French translation. */
  maxTranslations: 2_000,
  /** Bytes of a document in a request. */
  bodyLimit: 2 * 1_024 * 1_024,
} as const;
