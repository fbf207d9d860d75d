import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';

export type SamlForm = FormOf<SamlSettings>;
