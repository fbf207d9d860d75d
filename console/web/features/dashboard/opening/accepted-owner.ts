/** The document of another user whose editing the user has just confirmed. */
let accepted: number | undefined;

/** Lets the editor open without the question that was answered. */
export const acceptOwner = (resource: number): void => void (accepted = resource);

export const isOwnerAccepted = (resource: number): boolean => accepted === resource;

/** Another opening asks again. */
export const forgetAccepted = (): void => void (accepted = undefined);
