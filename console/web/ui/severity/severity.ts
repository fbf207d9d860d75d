/** Every status, worst first. Shape, colour and text together, so that colour alone never carries meaning. */
export type Status = 'critical' | 'major' | 'minor' | 'ok' | 'unknown' | 'silenced';

/** Outlines on a 16 × 16 grid. */
export const shapes: Record<Status, string> = {
  critical: 'M8 .8 14.3 4.4v7.2L8 15.2 1.7 11.6V4.4Z',
  major: 'M8 1.4 15.2 14H.8Z',
  minor: 'M8 .9 15.1 8 8 15.1.9 8Z',
  ok: 'M8 1.2a6.8 6.8 0 1 1 0 13.6A6.8 6.8 0 0 1 8 1.2Z',
  unknown: 'M2 2h12v12H2Z',
  silenced: 'M8 1.2a6.8 6.8 0 1 1 0 13.6A6.8 6.8 0 0 1 8 1.2Z',
};

/** The symbol inside the shape. */
export const marks: Record<Status, string> = {
  critical: 'M7.1 4.2h1.8l-.3 4.9H7.4Zm.9 5.9a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z',
  major: 'M7.3 5.9h1.4l-.2 3.9h-1Zm.7 4.7a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
  minor: '',
  ok: 'M6.9 11.2 4.1 8.4l1.1-1.1 1.7 1.7 3.9-3.9 1.1 1.1Z',
  unknown:
    'M7.3 9.3c0-1.7 1.5-1.7 1.5-2.8 0-.5-.4-.8-.9-.8s-.9.3-1.1.9l-1.2-.5C6 5 6.8 4.4 7.9 4.4c1.3 0 2.3.8 2.3 2 0 1.7-1.6 1.8-1.6 2.9Zm.6.9a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z',
  silenced: 'M4 3.1 12.9 12l-.9.9L3.1 4Z',
};
