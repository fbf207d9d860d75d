/** Limits of imports of the inventory. */
export const provisioningLimits = {
  /** Size of an uploaded or fetched file. */
  maxBytes: 50 * 1_024 * 1_024,
  /** Size of a workbook once unpacked: a small archive can contain gigabytes. */
  maxUnpackedBytes: 400 * 1_024 * 1_024,
  /** Lines below the heading. */
  maxLines: 200_000,
  maxColumns: 200,
  /** Characters of a cell. */
  maxCell: 2_000,
  /** Changes and faults that a reply lists; the result file has all. */
  maxListed: 1_000,
  /** Elements whose changes an import records; the result file has the others. More would hold the locks for seconds. */
  maxAudited: 5_000,
  maxListedRuns: 200,
  /** Runs whose files are kept; the last one that changed something keeps its files in any case. */
  keptFiles: 50,
  maxMappings: 200,
  maxSchedules: 100,
} as const;
