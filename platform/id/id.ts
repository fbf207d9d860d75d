import { randomBytes, randomUUID } from 'node:crypto';

/** Chance and identity as an argument. */
export interface IdSource {
  uuid(): string;
  /** Bytes from the operating system's generator, for tokens and secrets. */
  bytes(count: number): Buffer;
}

export const systemIds: IdSource = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };
