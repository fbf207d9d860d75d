/** What becomes of one secret: sealed, opened, or left out. `purpose` names what it is: a text sealed as one thing opens as nothing else. */
export type ChangeSecret = (secret: string, purpose: string) => string;
