import type { Severity } from '#schemas/alerting/severity.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { addressesOf, missingAddresses } from '#schemas/scheduling/recipients.ts';
import {
  SchedulingDraft,
  type ReportAttachment,
  type ReportSchedule,
} from '#schemas/scheduling/scheduling.ts';
import { isTimed, type AlarmSelection, type SchedulingTrigger } from '#schemas/scheduling/trigger.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import type { Timetable } from '#schemas/scheduling/next-runs.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import type { Language } from '#web/lib/text.ts';
import { triggerTime } from '../scheduling-text.ts';

/** Every input of the trigger, including those that the chosen kind hides. */
export interface TriggerForm {
  readonly kind: SchedulingTrigger['kind'];
  readonly minute: number | null;
  readonly time: string;
  readonly days: readonly number[];
  /** `1` to `31`, or `L`. */
  readonly day: string;
  readonly on: AlarmSelection['on'];
  readonly alarms: readonly number[];
  readonly severities: readonly Severity[];
  readonly sites: readonly number[];
}

/** An attached report, with a key of its own: a report may be attached twice. */
export interface AttachmentForm extends Omit<ReportAttachment, 'report'> {
  readonly key: number;
  readonly report: number | undefined;
  /** Of a report that the user may not read. */
  readonly name: string | null;
}

/** A draft as its inputs hold it. */
export type SchedulingForm = {
  readonly name: string;
  readonly trigger: TriggerForm;
  readonly timeZone: string;
  readonly attachments: readonly AttachmentForm[];
  readonly recipients: string;
  readonly required: string;
  readonly language: 'en' | 'fr';
  readonly subject: string;
  readonly message: string;
  readonly enabled: boolean;
};

const emptyTrigger: TriggerForm = {
  kind: 'weekly',
  minute: 0,
  time: '08:00',
  days: [1],
  day: 'L',
  on: 'rising',
  alarms: [],
  severities: [],
  sites: [],
};

export const emptyForm = (language: Language): SchedulingForm => ({
  name: '',
  trigger: emptyTrigger,
  timeZone: ownZone(),
  attachments: [],
  recipients: '',
  required: '',
  language: language === 'fr' ? 'fr' : 'en',
  subject: '{{schedule}} – {{customer}}',
  message: '',
  enabled: true,
});

function triggerForm(trigger: SchedulingTrigger): TriggerForm {
  switch (trigger.kind) {
    case 'hourly':
      return { ...emptyTrigger, kind: 'hourly', minute: trigger.minute };
    case 'daily':
      return { ...emptyTrigger, kind: 'daily', time: triggerTime(trigger) };
    case 'weekly':
      return { ...emptyTrigger, kind: 'weekly', days: trigger.days, time: triggerTime(trigger) };
    case 'monthly':
      return { ...emptyTrigger, kind: 'monthly', day: String(trigger.day), time: triggerTime(trigger) };
    case 'alarm':
      return { ...emptyTrigger, ...trigger };
  }
}

/** The form of a stored schedule. */
export const formOf = (scheduling: ReportSchedule): SchedulingForm => ({
  name: scheduling.name,
  trigger: triggerForm(scheduling.trigger),
  timeZone: scheduling.timeZone,
  attachments: scheduling.attachments.map((attachment, key) => ({ ...attachment, key })),
  recipients: scheduling.recipients.join(', '),
  required: scheduling.required.join(', '),
  language: scheduling.language,
  subject: scheduling.subject,
  message: scheduling.message,
  enabled: scheduling.enabled,
});

function triggerOf({ kind, time, minute, days, day, ...selection }: TriggerForm): unknown {
  const [hours, minutes] = time.split(':').map(Number);
  const at = { hour: hours, minute: minutes };
  switch (kind) {
    case 'hourly':
      return { kind, minute };
    case 'daily':
      return { kind, ...at };
    case 'weekly':
      return { kind, days: days.toSorted((one, other) => one - other), ...at };
    case 'monthly':
      return { kind, day: day === 'L' ? day : Number(day), ...at };
    case 'alarm':
      return { kind, ...selection };
  }
}

const attachmentOf = ({ report, format, period, variables, dashlets }: AttachmentForm) => ({
  report,
  format,
  period,
  variables,
  dashlets: format === 'csv' ? dashlets : [],
});

const contentOf = ({ trigger, attachments, recipients, required, ...form }: SchedulingForm) => ({
  ...form,
  trigger: triggerOf(trigger),
  attachments: attachments.map(attachmentOf),
  recipients: addressesOf(recipients),
  required: addressesOf(required),
});

/** The body of a valid form. */
export const bodyOf = (form: SchedulingForm): SchedulingDraft => SchedulingDraft.parse(contentOf(form));

/** What is wrong with a form, by the names of its inputs. */
export function schedulingFormFaults(form: SchedulingForm, language: Language) {
  const content = contentOf(form);
  const parsed = parseInput(SchedulingDraft, content);
  const shownIn = language === 'fr' ? 'fr' : 'en';
  const left = missingAddresses(content.required, content.recipients).map((address) => ({
    path: 'recipients',
    code: 'RECIPIENT_FIXED' as const,
    params: { address },
  }));
  const faults = [
    ...(parsed.ok ? [] : parsed.faults),
    ...schedulingTextFaults(form, { kind: form.trigger.kind }),
    ...left,
  ];
  return faults.map((fault) => {
    const shown = inputFaultOf(fault, shownIn);
    return { ...shown, path: shown.path.split('.', 1)[0] ?? '' };
  });
}

/** The times of a form whose trigger is complete and by time. */
export function timetableOf({
  trigger,
  timeZone,
}: Pick<SchedulingForm, 'trigger' | 'timeZone'>): Timetable | undefined {
  const parsed = SchedulingDraft.shape.trigger.safeParse(triggerOf(trigger));
  return parsed.success && isTimed(parsed.data) ? { trigger: parsed.data, timeZone } : undefined;
}
