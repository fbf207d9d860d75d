import type { CockpitDraft } from '#schemas/cockpit/cockpit.ts';
import type { Shareable } from '#web/kernel/resource/shareable.ts';

/** The cockpit of a task. */
export interface TaskCockpit extends CockpitDraft, Shareable {
  readonly alarms: { readonly total: number };
}

/** The open dialog of a cockpit. */
export type CockpitTask =
  | { readonly is: 'new' }
  | { readonly is: 'import' }
  | {
      readonly is: 'rename' | 'duplicate' | 'replace' | 'remove' | 'share' | 'status' | 'owner';
      readonly cockpit: TaskCockpit;
    };
