/** Another process has taken over what this process was writing: it must not write any more. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}
