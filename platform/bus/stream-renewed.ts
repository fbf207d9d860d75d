/** The stream was made anew while it was read: its numbers stand for other messages, and none of them has been read. */
export class StreamRenewedError extends Error {
  override readonly name = 'StreamRenewedError';
}
