import type { ResourceSummary } from '#schemas/resource/resource.ts';
import type { Language } from '#web/lib/text.ts';

type Named = Pick<ResourceSummary, 'name' | 'nameFr'>;

/** The name of a resource in the language of the reader where it is translated. */
export const shownName = ({ name, nameFr = name }: Named, language: Language): string =>
  language === 'fr' ? nameFr : name;
