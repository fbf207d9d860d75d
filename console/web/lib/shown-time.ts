import { createContext } from 'react';

/** The past time that a page shows, milliseconds since 1970; undefined while live. */
export const ShownTime = createContext<number | undefined>(undefined);
