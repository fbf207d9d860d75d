import { z } from 'zod';
import { sdwanDefaults } from '#schemas/limit/collection.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { sdwanServerFaults } from '#schemas/sdwan/rules.ts';
import { SdwanServerDraft, SdwanServerFields, type SdwanServer } from '#schemas/sdwan/server.ts';
import type { FormFault } from '#web/kernel/form/form.machine.ts';
import { labelled } from '#web/lib/labelled.ts';
import type { Language } from '#web/lib/text.ts';

export const emptyServer: SdwanServerDraft = {
  name: '',
  kind: 'vmanage',
  url: '',
  login: '',
  password: '',
  organization: '',
  elasticUrl: '',
  signsInWith: 'password',
  secretExpiresOn: null,
  vsdName: '',
  adom: '',
  vdom: '',
  isMultiTenant: false,
  customer: null,
  clientId: '',
  verifyTls: true,
  recipientId: sdwanDefaults.recipientId,
  suspendProvisioning: false,
  suspendCollect: false,
};

const Stored = z.object(SdwanServerFields.shape);

/** The draft of a stored manager; its password stays on the server. */
export const serverDraft = (server: SdwanServer): SdwanServerDraft => ({
  ...Stored.parse(server),
  password: null,
});

/** A manager that is not stored yet has no password to keep. */
export const draftContract = (isStored: boolean): z.ZodType =>
  isStored
    ? SdwanServerDraft
    : SdwanServerDraft.extend({ password: z.string().min(1, 'REQUIRED').max(1_024, 'TOO_LONG') });

export const serverDraftFaults = (draft: SdwanServerDraft, language: Language): readonly FormFault[] =>
  sdwanServerFaults(draft).map((fault) => inputFaultOf(fault, language));

/** That a manager could not be reached, and why. */
export const unavailableText = (reason: string, language: Language): string =>
  labelled(problemText('SDWAN_SERVER_UNAVAILABLE', language), reason, language);
