/** What each document of the product is for, in the library. */
const descriptions: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  sites: {
    en: 'Availability, load and traffic of all sites, worst first',
    fr: 'Disponibilité, charge et trafic de tous les sites, les plus dégradés d’abord',
  },
  wan: {
    en: 'Load, errors and discarded packets of the WAN lines',
    fr: 'Charge, erreurs et rejets des liaisons WAN',
  },
  cpe: {
    en: 'CPU, memory, uptime, sensors and power supplies of the devices',
    fr: 'CPU, mémoire, durée de fonctionnement, capteurs et alimentations des équipements',
  },
  bgp: {
    en: 'State, flaps and updates of the BGP sessions',
    fr: 'État, instabilités et mises à jour des sessions BGP',
  },
  qos: {
    en: 'Load and drops of the classes of service, and traffic by DSCP',
    fr: 'Charge et rejets des classes de service, et trafic par DSCP',
  },
  applications: {
    en: 'Applications on the network, and their response times',
    fr: 'Applications du réseau, et leurs temps de réponse',
  },
  'top-talkers': {
    en: 'Sites, conversations and applications with the largest volume',
    fr: 'Sites, conversations et applications aux plus gros volumes',
  },
  'flow-export': {
    en: 'Flows that the routers export, and what is lost on the way',
    fr: 'Flux exportés par les routeurs, et pertes en route',
  },
  'sd-wan': {
    en: 'Delay, loss and jitter of the SD-WAN tunnels',
    fr: 'Délai, pertes et gigue des tunnels SD-WAN',
  },
  'ip-sla': {
    en: 'Round trip, loss, jitter and MOS of the probes and of calls',
    fr: 'Temps d’aller-retour, pertes, gigue et MOS des sondes et des appels',
  },
  sla: {
    en: 'Availability of sites and lines by day over the last 30 days',
    fr: 'Disponibilité des sites et des liaisons par jour, sur les 30 derniers jours',
  },
  capacity: {
    en: 'Growth of lines, CPU and memory, with the trend and the 95th percentile',
    fr: 'Évolution des liaisons, du CPU et de la mémoire, avec la tendance et le 95e centile',
  },
  'home-noc': {
    en: 'For the NOC: what is down or overloaded now',
    fr: 'Pour le NOC\u00A0: ce qui est en panne ou saturé en ce moment',
  },
  'home-service': {
    en: 'For a customer: availability, lines and applications',
    fr: 'Pour un client\u00A0: disponibilité, liaisons et applications',
  },
  'home-management': {
    en: 'For management: the last 30 days in a few figures',
    fr: 'Pour la direction\u00A0: les 30 derniers jours en quelques chiffres',
  },
};

/** Throws for a document without one. */
export function descriptionOf(key: string): { readonly en: string; readonly fr: string } {
  const description = descriptions[key];
  if (description === undefined) throw new Error(`no description: ${key}`);
  return description;
}
