import type { CockpitDraft } from '#schemas/cockpit/cockpit.ts';
import type { Shareable } from '#web/kernel/resource/shareable.ts';

/** What a task knows of its cockpit. */
export interface TaskCockpit extends CockpitDraft, Shareable {
  readonly alarms: { readonly total: number };
}

/** What is being done to a cockpit, in a dialog. */
export type CockpitTask =
  | { readonly is: 'new' }
  | {
      readonly is: 'rename' | 'duplicate' | 'remove' | 'share' | 'status' | 'owner';
      readonly cockpit: TaskCockpit;
    };
