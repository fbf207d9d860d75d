import { useMachine } from '@xstate/react';
import { deleteRecording, listRecordings, startRecording, stopRecording } from '#schemas/debug/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useRefresh } from '#web/kernel/query/use-refresh.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { debugMachine } from './debug.machine.ts';
import { useDebugTexts } from './texts/en.ts';

/** The actions of debug mode. Each reads the list again. */
export function useDebugActions() {
  const text = useDebugTexts();
  const refresh = useRefresh(listRecordings);
  const act = async (run: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await run();
      showToast({ text: done });
    } finally {
      await refresh();
    }
  };
  const [state, send] = useMachine(debugMachine, {
    input: {
      start: (body) => act(() => call(startRecording, { body }), text('started')),
      stop: (id) => act(() => call(stopRecording, { params: { id } }), text('stopped')),
      remove: (id) => act(() => call(deleteRecording, { params: { id } }), text('deleted')),
    },
  });
  return { state, send };
}
export type DebugControl = ReturnType<typeof useDebugActions>;
