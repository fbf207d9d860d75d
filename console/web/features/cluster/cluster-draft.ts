import { z } from 'zod';
import { ClusterDraft } from '#schemas/cluster/cluster.ts';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';

/** What the form holds: the sites that a change to "every site" leaves aside come back with the change back. */
export type ClusterForm = Readonly<{
  type: 'area' | 'application';
  name: string;
  description: string;
  visibility: 'public' | 'private';
  applications: readonly number[];
  everySite: boolean;
  sites: readonly number[];
}>;

export const emptyCluster: ClusterForm = {
  type: 'area',
  name: '',
  description: '',
  visibility: 'public',
  applications: [],
  everySite: false,
  sites: [],
};

export const toClusterForm = ({ type, name, description, visibility, ...rest }: ClusterEntry): ClusterForm => ({
  type,
  name,
  description,
  visibility: visibility === 'private' ? 'private' : 'public',
  applications: rest.applications.map(({ number }) => number),
  everySite: rest.everySite,
  sites: rest.sites.map(({ id }) => id),
});

/** What is stored: an area has no applications, and what is at every site names none. */
export function toClusterDraft({ everySite, sites, applications, ...rest }: ClusterForm) {
  const isArea = rest.type === 'area';
  const everywhere = everySite && !isArea;
  return {
    ...rest,
    everySite: everywhere,
    sites: everywhere ? [] : [...sites],
    applications: isArea ? [] : [...applications],
  };
}

/** The contract of the server, of what the form would store. */
export const ClusterFormContract = z.preprocess((form: ClusterForm) => toClusterDraft(form), ClusterDraft);
