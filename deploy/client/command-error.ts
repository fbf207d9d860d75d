/** Why a command ends, and its exit code. */
export const exitCodes = {
  failed: 1,
  /** Wrong arguments or input. */
  usage: 2,
  /** No token, or one that may not. */
  access: 3,
  'not-found': 4,
  /** The server is not reached, or does not respond. */
  unreachable: 5,
} as const;

export class CommandError extends Error {
  readonly reason: keyof typeof exitCodes;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.reason = reason;
  }
}
