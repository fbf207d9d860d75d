import { z } from 'zod';
import type { Permission } from '../permission/catalogue.ts';
import { API, route } from '../route.ts';

/** Setting of the checklist: absent for installations that were set up without one. */
export const FIRST_STEPS_SETTING = 'first-steps';

export const firstStepNames = [
  'network',
  'polling',
  'flows',
  'alarms',
  'notifications',
  'users',
  'backup',
] as const;
export const FirstStepName = z.enum(firstStepNames);
export type FirstStepName = z.infer<typeof FirstStepName>;

/** What an administrator decided about a step. */
const StepMark = z.enum(['done', 'not-needed']);

export const StoredFirstSteps = z.object({
  /** Whether the checklist is the first page of administrators. */
  isFirst: z.boolean(),
  marks: z.partialRecord(FirstStepName, StepMark).default({}),
});
export type StoredFirstSteps = z.infer<typeof StoredFirstSteps>;

/** The checklist of a new installation. */
export const newFirstSteps: StoredFirstSteps = { isFirst: true, marks: {} };

/** Older backups are stale: those of a monthly schedule are not. */
export const RECENT_BACKUP_DAYS = 31;

/** What the installation has; null: the process that knows did not respond. */
export const firstStepFacts = {
  network: z.strictObject({ customers: z.int(), sites: z.int(), devices: z.int() }),
  polling: z
    .strictObject({
      /** Active devices with SNMP access, those that respond, and those that were not polled yet. */
      polled: z.int(),
      responding: z.int(),
      waiting: z.int(),
      /** The first device that does not respond, and why (`schemas/polling/failure-words.ts`). */
      failure: z
        .strictObject({ device: z.int(), name: z.string(), address: z.string(), reason: z.string() })
        .nullable(),
    })
    .nullable(),
  flows: z
    .strictObject({
      /** Exporters of the inventory with flows in the last five minutes. */
      exporters: z.int(),
      /** Addresses that send flows and are missing from the inventory: the busiest five, and how many there are. */
      unknown: z.array(z.string()),
      unknownCount: z.int(),
    })
    .nullable(),
  alarms: z.strictObject({
    /** Enabled alarms in active cockpits. */
    definitions: z.int(),
  }),
  notifications: z.strictObject({
    /** Enabled webhooks, mails and trap receivers. */
    targets: z.int(),
  }),
  users: z.strictObject({
    accounts: z.int(),
    /** Enabled SAML and OpenID Connect providers. */
    providers: z.int(),
  }),
  /** null: a store is elsewhere, and backed up by means that the product does not see. */
  backup: z
    .strictObject({
      /** The last complete one of `npm run backup`; null: none. */
      last: z
        .strictObject({
          /** State of the stores at this time, milliseconds since 1970. */
          at: z.number(),
          bytes: z.number(),
          /** Not older than `RECENT_BACKUP_DAYS`. */
          isRecent: z.boolean(),
        })
        .nullable(),
    })
    .nullable(),
} as const satisfies Record<FirstStepName, z.ZodType>;

type Facts = typeof firstStepFacts;
export type FirstStepFacts = { readonly [Step in FirstStepName]: z.infer<Facts[Step]> };

const StepState = z.enum(['open', 'done', 'not-needed']);

const stepOf = <const Step extends FirstStepName>(step: Step) =>
  z.strictObject({ step: z.literal(step), state: StepState, facts: firstStepFacts[step] });

export const FirstStep = z.discriminatedUnion('step', [
  stepOf('network'),
  stepOf('polling'),
  stepOf('flows'),
  stepOf('alarms'),
  stepOf('notifications'),
  stepOf('users'),
  stepOf('backup'),
]);
export type FirstStep = z.infer<typeof FirstStep>;

/** Any of these shows a step. */
export const firstStepRights: Readonly<Record<FirstStepName, readonly Permission[]>> = {
  network: ['NETWORK.PROVISIONING.read'],
  polling: ['POLLING.read'],
  flows: ['SUPPORT.COLLECT.read'],
  alarms: ['TEMPLATE.COCKPIT.read'],
  notifications: ['SETTINGS.WEBHOOK.read', 'SETTINGS.SMTP.read', 'SETTINGS.SNMP.read'],
  users: ['USER.read'],
  backup: ['NETWORK.PROVISIONING.write'],
};

/** Who sets an installation up. */
export const FIRST_STEPS_RIGHT = 'NETWORK.PROVISIONING.write' satisfies Permission;

const base = { scope: 'admin', everyCustomer: true, needs: FIRST_STEPS_RIGHT } as const;

export const readFirstSteps = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/first-steps`,
  summary: 'The checklist of a new installation, with the steps that the caller may see',
  reply: z.strictObject({
    /** The first page of administrators, until no step is open. */
    isFirst: z.boolean(),
    steps: z.array(FirstStep),
  }),
});

export const markFirstSteps = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/first-steps`,
  summary: 'Mark steps of the checklist as done or not needed, or take the mark away',
  body: z.strictObject({ steps: z.array(FirstStepName).min(1), mark: StepMark.nullable() }),
  reply: z.strictObject({}),
});
