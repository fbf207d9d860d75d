import { describe, expect, it } from 'vitest';
import { type ProblemCode, problemCodes, problems } from '#schemas/problem/catalogue.ts';
import type { Text } from '#schemas/problem/definition.ts';
import { warnings } from '#schemas/problem/warning.ts';
import { en as userEn } from '#web/features/user/texts/en.ts';
import { fr as userFr } from '#web/features/user/texts/fr.ts';
import { unraised, unshownWarnings } from './unraised-problems.ts';

/** Messages that both specification documents quote, letter by letter, and the problem that says each. */
const quoted: Readonly<Record<string, ProblemCode>> = {
  // Customer areas, 5.
  'This field is required': 'REQUIRED',
  'Invalid email address': 'EMAIL_INVALID',
  'Already present': 'NAME_TAKEN',
  'This value must be unique': 'NOT_UNIQUE',
  'passwords are different': 'PASSWORDS_DIFFER',
  'invalid threshold values': 'THRESHOLDS_INVALID',
  'incorrect threshold value': 'THRESHOLD_INCORRECT',
  'cannot select more than {{max}} elements': 'SELECTION_TOO_LARGE',
  'provide a list of profiles': 'SHARE_PROFILES_REQUIRED',
  'some form inputs are not valid': 'VALIDATION',
  // Administration areas, 5.
  'OID is not in valid format': 'OID_INVALID',
  'This network name is already in use': 'NETWORK_NAME_TAKEN',
  'List is not valid': 'SCHEDULING_LIST_INVALID',
  'No emails provided': 'SCHEDULING_NO_EMAILS',
  'This regular expression is not valid': 'REGEX_INVALID',
  'Please fill out a message to broadcast.': 'ANNOUNCEMENT_EMPTY',
  'Username already taken': 'USERNAME_TAKEN',
  'Please save your modifications first': 'UNSAVED_MODIFICATIONS',
  // Administration areas, 8.
  'Save not confirmed by user. Cancelling.': 'NOT_CONFIRMED',
  'Could not save KPI, please try again': 'KPI_SAVE_FAILED',
  'Could not save Formula, please try again': 'FORMULA_SAVE_FAILED',
  'An error occurred while sending the mail': 'REPORT_MAIL_FAILED',
  'Images upload failed': 'REPORT_IMAGE_UPLOAD_FAILED',
  'Invalid File': 'REPORT_FILE_INVALID',
  'Report unavailable': 'REPORT_UNAVAILABLE',
  'Error while saving role': 'ROLE_SAVE_FAILED',
  'You cannot modify this role': 'ROLE_ADMIN_FROZEN',
  'You cannot select more roles': 'ROLE_SELECTION_FULL',
  'Subscription error': 'SCHEDULING_SUBSCRIBE_FAILED',
  'Error occur while unsubscribe': 'SCHEDULING_UNSUBSCRIBE_FAILED',
  'Server error': 'SCHEDULING_SERVER_ERROR',
  'Scheduling not found': 'SCHEDULING_NOT_FOUND',
  'Import failed': 'IMPORT_FAILED',
  'Import failed cause file is too big': 'IMPORT_TOO_LARGE',
  'Impossible to open file result': 'IMPORT_RESULT_UNREADABLE',
  'Server seems unavailable, please check its configuration': 'SDWAN_SERVER_UNAVAILABLE',
  'An error occured while starting the import': 'IMPORT_START_FAILED',
};

const quotedWarnings: Readonly<Record<string, keyof typeof warnings>> = {
  'This user cannot access any client.': 'USER_WITHOUT_CLIENT',
  'This customer was previously filtered on another element type.': 'FILTERED_ON_ANOTHER_TYPE',
};

const ofReports = new Set(unraised['reports and schedulings']);

describe('a message that the specification quotes', () => {
  it.each(Object.entries(quoted))('“%s” is the text of %s', (text, code) => {
    expect(problems[code].en).toBe(text);
  });

  it.each(Object.entries(quotedWarnings))('“%s” is the text of the warning %s', (text, code) => {
    expect((warnings[code] as Text).en).toBe(text);
  });

  it('is raised by something, those of reports and schedulings apart', () => {
    const listed = new Set(Object.values(unraised).flat());
    const silent = Object.values(quoted).filter((code) => listed.has(code) && !ofReports.has(code));
    expect(silent).toEqual([]);
    expect(
      Object.values(quotedWarnings).filter((code) => Object.values(unshownWarnings).flat().includes(code)),
    ).toEqual([]);
  });

  it('about profiles begins as in the specification and names the maximum', () => {
    expect(problems.PROFILE_SELECTION_FULL.en).toMatch(/^You cannot select more profiles.*\{\{max\}\}/);
  });

  it('stands where users who never signed in are described', () => {
    expect(userEn.neverAccessed).toBe('User never accessed the application.');
    expect(userFr.neverAccessed).not.toBe(userEn.neverAccessed);
  });

  it('is the text of one problem only', () => {
    for (const text of Object.keys(quoted))
      expect(problemCodes.filter((code) => (problems[code] as Text).en === text)).toHaveLength(1);
  });
});
