import { createContext, useContext } from 'react';

/** The library that images are read from: that of a customer, or, undefined, of the provider. */
const Space = createContext<number | undefined>(undefined);
export const ImageSpaceProvider = Space.Provider;
export const useImageSpace = (): number | undefined => useContext(Space);
