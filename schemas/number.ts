/** Values of 32 bits: what carries over. */
export const TWO_32 = 2 ** 32;
