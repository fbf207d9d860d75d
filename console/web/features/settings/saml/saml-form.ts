import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import type { PageForm } from '#web/kernel/form/use-page-form.ts';

export type SamlForm = PageForm<SamlSettings>;
