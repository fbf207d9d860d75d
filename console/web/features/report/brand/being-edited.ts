import { createContext, useContext } from 'react';

/** Whether a page is shown in the editor: what is empty for readers says there what it is for. */
const BeingEdited = createContext(false);
export const BeingEditedProvider = BeingEdited.Provider;
export const useReportBeingEdited = (): boolean => useContext(BeingEdited);
