import type { Caller } from './caller.ts';

/** The name of a user that others read: first and last name, or the username. */
export const displayName = ({ firstName, lastName, username }: Caller): string =>
  `${firstName} ${lastName}`.trim() || username;
