import type { CockpitDraft } from '#schemas/cockpit/cockpit.ts';

/** What a task knows of its cockpit. */
export interface TaskCockpit extends CockpitDraft {
  readonly id: number;
  readonly version: number;
  readonly alarms: { readonly total: number };
}

/** What is being done to a cockpit, in a dialog. */
export type CockpitTask =
  | { readonly is: 'new' }
  | { readonly is: 'rename' | 'duplicate' | 'remove'; readonly cockpit: TaskCockpit };
