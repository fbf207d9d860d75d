import type { Caller } from './caller.ts';

/** A user as others read of him: his name, else the one he signs in with. */
export const nameOf = ({ firstName, lastName, username }: Caller): string =>
  `${firstName} ${lastName}`.trim() || username;
