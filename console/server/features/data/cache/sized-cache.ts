import { LRUCache } from 'lru-cache';

/** Part of the cache that one value may take: a larger one would drive out everything else. */
const MAX_SHARE = 4;

export type SizedCache<Value extends { readonly bytes: number }> = Pick<
  LRUCache<string, Value>,
  'get' | 'set' | 'delete'
>;

/** Values by name up to a limit of bytes, the least recently used evicted first. What is larger than a quarter of all is not cached. */
export const sizedCache = <Value extends { readonly bytes: number }>(maxBytes: number): SizedCache<Value> =>
  new LRUCache({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / MAX_SHARE)),
    sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes)),
  });
