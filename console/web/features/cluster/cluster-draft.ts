import { z } from 'zod';
import { ClusterDraft, type ClusterEntry } from '#schemas/cluster/cluster.ts';

/** The form keeps the selected sites while "every site" is on. */
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

export const toClusterForm = ({
  type,
  name,
  description,
  visibility,
  ...remaining
}: ClusterEntry): ClusterForm => ({
  type,
  name,
  description,
  visibility: visibility === 'private' ? 'private' : 'public',
  applications: remaining.applications.map(({ number }) => number),
  everySite: remaining.everySite,
  sites: remaining.sites.map(({ id }) => id),
});

/** The stored draft: an area has no applications, and a cluster at every site has no list of sites. */
export function toClusterDraft({ everySite, sites, applications, ...remaining }: ClusterForm) {
  const isArea = remaining.type === 'area';
  const everywhere = everySite && !isArea;
  return {
    ...remaining,
    everySite: everywhere,
    sites: everywhere ? [] : [...sites],
    applications: isArea ? [] : [...applications],
  };
}

/** The contract of the server, applied to the draft of the form. */
export const ClusterFormContract = z.preprocess((form: ClusterForm) => toClusterDraft(form), ClusterDraft);
