import { buckets, streams, type StreamKey } from '#schemas/bus/stream.ts';
import { subjectRights, type SubjectRights } from '#schemas/tier/subject-rights.ts';
import { storeAccountOf, tiers, type Tier } from '#schemas/tier/tier.ts';

const api = (verb: string, stream: string): string => `$JS.API.${verb}.${stream}`;

/** Rights of readers: create, query and delete consumers, and read single messages. */
const readingOf = (stream: string): string[] => [
  ...[
    'CONSUMER.CREATE',
    'CONSUMER.DURABLE.CREATE',
    'CONSUMER.INFO',
    'CONSUMER.DELETE',
    'CONSUMER.MSG.NEXT',
  ].flatMap((verb) => [api(verb, stream), api(verb, `${stream}.>`)]),
  ...['STREAM.MSG.GET', 'DIRECT.GET'].flatMap((verb) => [api(verb, stream), api(verb, `${stream}.>`)]),
  `$JS.ACK.${stream}.>`,
];

/** A bucket is a stream; its first user creates it. */
const bucketOf = (name: string): string[] => {
  const stream = `KV_${name}`;
  return [
    `$KV.${name}.>`,
    // Parts of previous checkpoints are erased without markers.
    ...['STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.PURGE'].map((verb) => api(verb, stream)),
    ...readingOf(stream),
  ];
};

const subjectsOf = (keys: readonly StreamKey[] = []): string[] =>
  keys.flatMap((key) => [...streams[key].subjects]);
const namesOf = (keys: readonly StreamKey[] = []): string[] => keys.map((key) => streams[key].name);

function publishedOf(rights: SubjectRights): string[] {
  return [
    // State of a stream.
    '$JS.API.INFO',
    '$JS.API.STREAM.INFO.*',
    '$JS.FC.>',
    'state.stream.rejected',
    'state.process.alive',
    ...subjectsOf(rights.writes),
    ...namesOf(rights.reads).flatMap(readingOf),
    // The newest message of a subject: a writer continues from it.
    ...namesOf(rights.writes).flatMap((stream) => [
      api('STREAM.MSG.GET', stream),
      api('DIRECT.GET', `${stream}.>`),
    ]),
    ...namesOf(rights.purges).map((stream) => api('STREAM.PURGE', stream)),
    ...(rights.buckets ?? []).flatMap((key) => bucketOf(buckets[key])),
    ...(rights.announces ?? []).map((entity) => `config.${entity}`),
    ...(rights.publishes ?? []),
  ];
}

/** Each account receives replies on its own subjects: no account reads those of another. */
const subscribedOf = (tier: Tier, { subscribes = [] }: SubjectRights): string[] => [
  `_INBOX.${storeAccountOf(tier)}.>`,
  'config.*',
  'state.configuration',
  ...subscribes,
];

const quoted = (list: readonly string[]): string =>
  [...new Set(list)].map((one) => JSON.stringify(one)).join(', ');

/** How long an account may reply to a request: the alarms of a partition are many messages. */
const REPLIES_EXPIRE = '2m';

const userOf = (tier: Tier, password: string): string => `
    {
      user: ${storeAccountOf(tier)}, password: "${password}"
      permissions {
        publish { allow: [${quoted(publishedOf(subjectRights[tier]))}] }
        subscribe { allow: [${quoted(subscribedOf(tier, subjectRights[tier]))}] }
        allow_responses { max: -1, expires: "${REPLIES_EXPIRE}" }
      }
    }`;

/** The part of the nats-server configuration with the owner's account, which may do everything, and the accounts of the tiers. */
export const subjectAccounts = (
  owner: { readonly user: string; readonly password: string },
  passwordOf: (tier: Tier) => string,
): string => `authorization {
  users: [
    { user: ${JSON.stringify(owner.user)}, password: ${JSON.stringify(owner.password)} }${tiers
      .map((tier) => userOf(tier, passwordOf(tier)))
      .join('')}
  ]
}
`;
