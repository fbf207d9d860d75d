import { createContext } from 'react';

/** The customer to whose elements names lead where nothing else does, as in reports. Undefined: they are texts. */
export const LinkedElements = createContext<number | undefined>(undefined);
