import { useEffect, useState } from 'react';

interface Timer {
  /** Runs once after `ms`; cancels the previous wait. */
  readonly start: (ms: number, run: () => void) => void;
  readonly stop: () => void;
}

function createTimer(): Timer {
  let running: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(running);
  return {
    stop,
    start(ms, run) {
      stop();
      running = setTimeout(run, ms);
    },
  };
}

/** A timer that stops with the component. */
export function useTimer(): Timer {
  const [timer] = useState(createTimer);
  useEffect(() => timer.stop, [timer]);
  return timer;
}
