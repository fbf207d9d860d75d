import {
  type PermissionGroup,
  type PermissionKey,
  permissionAreaKeys,
  permissionAreas,
} from '../permission/catalogue.ts';
import type { Text } from '../problem/definition.ts';

/** Related areas, such as the settings; the first section of a group has no name. */
export interface TreeSection {
  readonly id: string;
  readonly title: Text | undefined;
  readonly areas: readonly PermissionKey[];
}

export interface TreeGroup {
  readonly group: PermissionGroup;
  readonly sections: readonly TreeSection[];
}

/** Section titles by the first part of the key. */
const titles: Readonly<Record<string, Text>> = {
  NETWORK: { en: 'Network of the provider', fr: 'Réseau de l’opérateur' },
  TEMPLATE: { en: 'Templates', fr: 'Modèles' },
  SUPPORT: { en: 'Support', fr: 'Support' },
  SETTINGS: { en: 'Settings', fr: 'Paramètres' },
};

const groups: readonly PermissionGroup[] = ['client', 'multi-tenant', 'extra', 'api'];

function sectionsOf(group: PermissionGroup): readonly TreeSection[] {
  const areas = permissionAreaKeys.filter((key) => permissionAreas[key].group === group);
  const wordOf = (key: PermissionKey): string => {
    const [first = ''] = key.split('.');
    return group === 'multi-tenant' && key.includes('.') && first in titles ? first : '';
  };
  const byWord = Map.groupBy(areas, wordOf);
  const ordered = [...byWord].sort(([one], [other]) => Number(one !== '') - Number(other !== ''));
  return ordered.map(([word, keys]) => ({
    id: word === '' ? group : `${group}.${word}`,
    title: titles[word],
    areas: keys,
  }));
}

/** Permissions of the role editor: groups, sections, areas. */
export const permissionTree: readonly TreeGroup[] = groups.map((group) => ({
  group,
  sections: sectionsOf(group),
}));
