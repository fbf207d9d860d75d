/** Transforms a secret: seals, opens or removes it. `purpose` binds sealed text to its use. */
export type ChangeSecret = (secret: string, purpose: string) => string;
