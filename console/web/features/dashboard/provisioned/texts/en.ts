export const en = {
  fromFile: 'From a file',
  drifted: 'Changed since its file',
  driftedHint:
    'A user has changed this document since it came from a file. The next change of the file replaces it; this state is kept as a version.',
  fromFileHint: 'This document comes from a file of the deployment, whose next change replaces it.',
} as const;
