import { ApplicationAttributes } from '../application/definition.ts';

/** Content of resource kinds stored as one value. The content of a cockpit is separate alarm rows. */
export const resourceContent = { application: ApplicationAttributes } as const;
