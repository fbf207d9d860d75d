/** Limits of imports of the inventory. */
export const provisioningLimits = {
  /** Size of an uploaded or fetched file. */
  maxBytes: 50 * 1_024 * 1_024,
  /** Size of a workbook once unpacked: a small archive can contain gigabytes. */
  maxUnpackedBytes: 400 * 1_024 * 1_024,
  /** Times its size that a workbook may have once unpacked: those of spreadsheets have ten to thirty times. */
  maxUnpackedRatio: 100,
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
  /** Runs of an owner whose files are retained; the last one that changed something keeps its files in any case. */
  retainedFiles: 50,
  /** Runs of an owner that wait. */
  maxQueued: 10,
  /** Of the customers of a user, and of the provider. */
  maxMappings: 200,
  maxListedMappings: 1_000,
  maxSchedules: 100,
} as const;
