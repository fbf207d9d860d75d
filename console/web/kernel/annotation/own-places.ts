import { createContext } from 'react';
import type { AnnotationPlace } from './annotation-place.ts';

/** What a page is about: annotations of charts that name no element of their own are about it. Empty: of the customer. */
export const OwnPlaces = createContext<readonly AnnotationPlace[]>([]);
