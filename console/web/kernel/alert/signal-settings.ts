import { readOwned, writeOwned } from '#web/lib/stored.ts';

/** How the user wants to be signalled new critical alarms in this browser. Off until chosen. */
type SignalKind = 'sound' | 'notification';

const keyOf = (kind: SignalKind): string => `signal-${kind}`;

export const isSignalOn = (kind: SignalKind): boolean => readOwned(keyOf(kind)) === 'on';

export const setSignal = (kind: SignalKind, on: boolean): void => writeOwned(keyOf(kind), on ? 'on' : 'off');

/** Whether this browser can notify: only pages that arrived over https, or from this computer. */
export const canNotify = (): boolean => 'Notification' in globalThis && globalThis.isSecureContext;

/** Requests permission from the browser where needed. Returns whether notifications are allowed. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}
