import { useEffect, useRef } from 'react';
import { browserNow } from '#web/lib/clock.ts';
import { showCount } from '#web/lib/document-title.ts';
import { useKernelTexts } from '../text/en.ts';
import { countOfCriticals, newCriticals, startsBurst, type Criticals } from './criticals.ts';
import { inOneTab } from './in-one-tab.ts';
import { playSound } from './play-sound.ts';
import { canNotify, isSignalOn } from './signal-settings.ts';

/** Replaces an earlier notification that is still shown. */
const TAG = 'telltale-critical';
const SOUND = 'telltale-sound';

function notify(title: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { tag: TAG });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}

/** Counts unhandled criticals in title and icon, and signals new ones as the user chose, once per burst. */
export function useCriticalSignals(criticals: Criticals | undefined): void {
  const text = useKernelTexts();
  const known = useRef<Criticals>(undefined);
  const lastMs = useRef<number>(undefined);
  useEffect(() => {
    if (criticals === undefined) return;
    showCount(countOfCriticals(criticals));
    const count = known.current === undefined ? 0 : newCriticals(known.current, criticals);
    known.current = criticals;
    if (count === 0) return;
    const starts = startsBurst(lastMs.current, browserNow());
    lastMs.current = browserNow();
    if (!starts) return;
    if (isSignalOn('sound')) void inOneTab(SOUND, playSound);
    if (isSignalOn('notification')) notify(text('newCriticals', { count }));
  }, [criticals, text]);
  useEffect(() => () => showCount(0), []);
}
