/** A role that users of the identity provider can get. */
export interface Role {
  readonly id: number;
  readonly label: string;
}
