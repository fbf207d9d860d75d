import type { Notice } from '../../notification/notice.ts';
import { zonedText } from '../../time/time-zone.ts';
import type { SettingFault } from '../setting-fault.ts';
import { placeholderValues } from '../webhook/placeholder-values.ts';
import { renderText } from '../webhook/render.ts';
import { templateFaults } from '../webhook/rules.ts';
import type { AlarmMail } from './alarm-mail.ts';

type Templates = Pick<AlarmMail, 'subject' | 'body'>;

const SUBJECT_CHARACTERS = 400;

/**
 * Renders subject and text of a mail, with times in the time zone of the customer. Line breaks are removed from the subject to prevent
 * header injection.
 */
export function renderAlarmMail(
  { subject, body }: Templates,
  notice: Notice,
): { readonly subject: string; readonly text: string } {
  const { timeZone = 'UTC' } = notice.customer;
  const values = placeholderValues(notice, (atMs) => zonedText(atMs, timeZone));
  return {
    subject: renderText(subject, values)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, SUBJECT_CHARACTERS),
    text: renderText(body, values),
  };
}

/** Returns the faults of its templates. */
export const alarmMailFaults = ({ subject, body }: Templates): readonly SettingFault[] => [
  ...templateFaults('subject', subject),
  ...templateFaults('body', body),
];
