import { useState, type ReactNode } from 'react';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { CockpitTaskDialogs } from './CockpitTaskDialogs.tsx';
import type { CockpitTask } from './cockpit-task.ts';

/** Opens the dialogs of a cockpit. Changing a cockpit of another owner requires confirmation; a copy belongs to the user. */
export function useCockpitTask(): {
  readonly openTask: (task: CockpitTask) => void;
  readonly guard: ReturnType<typeof useOwnership>['guard'];
  readonly dialogs: ReactNode;
} {
  const [task, setTask] = useState<CockpitTask>();
  const { guard, prompt } = useOwnership();
  const nameOf = useBuiltInName('cockpit');
  const openTask = (next: CockpitTask) => {
    if (next.is === 'new' || next.is === 'import' || next.is === 'duplicate') setTask(next);
    else guard({ ...next.cockpit, name: nameOf(next.cockpit.name) }, () => setTask(next));
  };
  const dialogs = (
    <>
      {prompt}
      <CockpitTaskDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
  return { openTask, guard, dialogs };
}
