import { useCallback, useState } from 'react';

/** Stores a form, and returns the status of the last attempt. Pass the same function on each render. */
export function useWatchedStore<Value>(write: (value: Value) => Promise<unknown>) {
  const [status, setStatus] = useState<'idle' | 'pending' | 'error' | 'success'>('idle');
  const store = useCallback(
    async (value: Value) => {
      setStatus('pending');
      try {
        await write(value);
        setStatus('success');
      } catch (problem) {
        setStatus('error');
        throw problem;
      }
    },
    [write],
  );
  return { status, store };
}
