/** Maximum number of compared roles and of selected profiles. */
export const selectionLimits = { maxRolesCompared: 5, maxProfiles: 100 } as const;

/** Whether one more may be selected. */
export const maySelectMore = (selected: number, max: number): boolean => selected < max;
