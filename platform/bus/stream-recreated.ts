/** The stream was recreated during a read: its sequences refer to other messages, none of which has been read. */
export class StreamRecreatedError extends Error {
  override readonly name = 'StreamRecreatedError';
}
