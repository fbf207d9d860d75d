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

/** Whether a request may change what others reply. */
export const writes = ({ method, noChange }: Route): boolean => method !== 'GET' && noChange !== 'query';

/** Keeps a reply as long as its contract says. A write may change any reply: it drops them all. */
export function recordReply(
  route: Route,
  { url, reply, now }: { readonly url: string; readonly reply: unknown; readonly now: number },
): void {
  const { method, cacheMs } = route;
  if (method === 'GET' && cacheMs !== undefined) replies.set(url, { reply, until: now + cacheMs });
  else if (writes(route)) replies.clear();
}

/** Called when permissions change or the session ends. */
export const dropReplies = (): void => replies.clear();
