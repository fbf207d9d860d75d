import { useEffect, useState } from 'react';

/** Keeps the screen awake while the page is visible. False where the browser does not: the screen may turn off. */
export function useWakeLock(): boolean {
  const [held, setHeld] = useState(true);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        // Only over https, and on this computer.
        if (!('wakeLock' in navigator)) throw new Error('no wake lock');
        lock = await navigator.wakeLock.request('screen');
        if (isOver) void lock.release();
        setHeld(true);
      } catch {
        setHeld(false);
      }
    };
    // The browser releases it whenever the page is hidden.
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
  return held;
}
