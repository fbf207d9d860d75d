import { useEffect, useState } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';

/** Longer than a response usually takes. */
const SLOW_MS = 2_000;

/** Whether responses have been awaited for longer than usual. */
function useIsSlow(): boolean {
  const isFetching = useIsFetching() > 0;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isFetching]);
  return isSlow;
}

/** Says why it takes long with all customers, while it does. */
export function SlowNote() {
  const language = useLanguage();
  if (!useIsSlow()) return null;
  return <Banner tone="info">{warningText('ALL_CUSTOMERS_SLOW', language)}</Banner>;
}
