/** A running product under attack. */
export interface Target {
  /** Address of the console. */
  readonly url: string;
  /** Its TELLTALE_DATA. */
  readonly data: string;
  /** An administrator of every customer who may sign in with nothing but the password. */
  readonly admin: { readonly username: string; readonly password: string };
}

/** What an attacker tries, and its name as the sentence that holds when it fails. */
export interface Attack {
  readonly name: string;
  /** Returns undefined when the product held, otherwise what got through. Throws `AttackImpossible` where it cannot be tried. */
  readonly run: (target: Target) => Promise<string | undefined>;
}

/** This machine or product lacks what the attack needs, such as a second local user. */
export class AttackImpossible extends Error {
  override readonly name = 'AttackImpossible';
}
