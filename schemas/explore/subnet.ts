/** Lengths of the prefixes by which addresses are grouped. */
export interface SubnetLengths {
  readonly v4: number;
  readonly v6: number;
}

export const defaultSubnet = { v4: 24, v6: 48 } as const satisfies SubnetLengths;
