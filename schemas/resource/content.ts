import { ApplicationAttributes } from '../application/definition.ts';

/** What a kind holds besides the common fields, where that is one value. The content of a cockpit is its alarms, each a row. */
export const resourceContent = { application: ApplicationAttributes } as const;
