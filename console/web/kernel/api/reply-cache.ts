import type { Route } from '#schemas/route.ts';

interface CachedReply {
  readonly reply: unknown;
  readonly until: number;
}

const replies = new Map<string, CachedReply>();

/** The reply to the same request, if its contract allows it to be reused and nothing was written since. */
export function cachedReply(url: string, now: number): unknown {
  const cached = replies.get(url);
  if (cached === undefined || cached.until > now) return cached?.reply;
  replies.delete(url);
  return undefined;
}

/** Keeps a reply as long as its contract says. A write may change any reply: it drops them all. */
export function recordReply(
  { method, cacheMs, noChange }: Route,
  url: string,
  reply: unknown,
  now: number,
): void {
  if (method === 'GET' && cacheMs !== undefined) replies.set(url, { reply, until: now + cacheMs });
  else if (method !== 'GET' && noChange !== 'question') replies.clear();
}

/** Called when permissions change or the session ends. */
export const dropReplies = (): void => replies.clear();
