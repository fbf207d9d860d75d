/** What another tab of this browser reports about the session they share. */
type SessionNews = 'signed in' | 'signed out';

const NAME = 'telltale.session';
const isNews = (value: unknown): value is SessionNews => value === 'signed in' || value === 'signed out';

/** One channel for both directions: a channel hears every tab but its own. */
let channel: BroadcastChannel | undefined;
const opened = (): BroadcastChannel => (channel ??= new BroadcastChannel(NAME));

export function announceSession(news: SessionNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  opened().postMessage(news);
}

export function onSessionNews(listen: (news: SessionNews) => void): void {
  opened().onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) listen(data);
  };
}
