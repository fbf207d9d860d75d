import type { SettingFault } from '../setting-fault.ts';
import type { PlaceholderValues } from '../webhook/placeholders.ts';
import { renderText } from '../webhook/render.ts';
import { templateFaults } from '../webhook/rules.ts';
import type { AlarmMail } from './alarm-mail.ts';

type Templates = Pick<AlarmMail, 'subject' | 'body'>;

const SUBJECT_CHARACTERS = 400;

/** Renders subject and text of a mail. Line breaks are removed from the subject to prevent header injection. */
export const renderAlarmMail = (
  { subject, body }: Templates,
  values: PlaceholderValues,
): { readonly subject: string; readonly text: string } => ({
  subject: renderText(subject, values)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, SUBJECT_CHARACTERS),
  text: renderText(body, values),
});

/** Returns the faults of its templates. */
export const alarmMailFaults = ({ subject, body }: Templates): readonly SettingFault[] => [
  ...templateFaults('subject', subject),
  ...templateFaults('body', body),
];
