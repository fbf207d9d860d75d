/** Limits of report documents and their images; those of resolved pages are `reportLimits`. */
export const reportDocumentLimits = {
  /** Items of a page, and of all pages of a document. */
  maxItems: 200,
  maxItemsInAll: 1_000,
  maxVariables: 20,
  /** Pixels at 96 dpi: of a frame, and of where it may lie, since items can be moved off their page. */
  maxSide: 10_000,
  minSide: 4,
  /** Characters and nested lists of a text. */
  maxText: 20_000,
  maxListDepth: 3,
  bodyLimit: 2 * 1_024 * 1_024,
} as const;

export const reportImageLimits = {
  maxBytes: 10 * 1_024 * 1_024,
  /** Pixels of a side, and of the image: a small file can decode to gigabytes. */
  maxSide: 10_000,
  maxPixels: 40_000_000,
  /** Images of a library. */
  maxImages: 1_000,
  nameMax: 120,
} as const;
