import { createContext } from 'react';

/** The past time that a screen shows, milliseconds since 1970; undefined while it is live. */
export const ShownTime = createContext<number | undefined>(undefined);
