/** Bytes of a record that any interface carries: most rows need no closer look. */
export const NEVER_TOO_LARGE = 1_048_576;
