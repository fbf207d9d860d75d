import type { ApplicationAttributes } from '../application/definition.ts';
import { byDefault, integer, json, key, references, relation, text, unique } from './relation.ts';

/**
 * What a custom application holds besides the fields of every resource. Its id is that of the flows that it recognised, and
 * not that of the resource.
 */
export const customApplication = relation({
  name: 'custom_application',
  columns: {
    id: key,
    category: byDefault(text, "''"),
    /** Place among those of the same owner: lower ones are tried first. */
    sort_order: integer,
    attributes: json<ApplicationAttributes>(),
    resource_id: unique(references(integer, 'resource')),
  },
});
