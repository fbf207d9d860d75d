import type { reasonsEn, ReasonText } from './reasons-en.ts';

/** Reasons of states of components in French; `reasons-en.ts` is the twin. */
export const reasonsFr: Readonly<Record<keyof typeof reasonsEn, ReasonText>> = {
  running: { reason: 'Fonctionne.' },
  starting: { reason: 'Pas encore de signe de vie\u00A0: le serveur vient de démarrer.' },
  notRunning: {
    reason: 'Aucun signe de vie depuis le démarrage du serveur.',
    action: 'Rien à faire si cette installation ne l’utilise pas. Sinon, démarrez le processus.',
  },
  neverStarted: {
    reason: 'Aucun signe de vie depuis le démarrage du serveur.',
    action: 'Démarrez le processus et lisez son journal.',
  },
  silent: {
    reason: 'Aucun signe de vie depuis {ms:duration}\u00A0: le processus est arrêté ou bloqué.',
    action: 'Il redémarre de lui-même. S’il ne revient pas, lisez son journal.',
  },
  stopped: {
    reason: 'Le processus a été arrêté il y a {ms:duration}.',
    action: 'Redémarrez-le, sauf s’il est arrêté pour maintenance.',
  },
  noBus: {
    reason: 'Les signes de vie ne parviennent plus\u00A0: NATS ne répond pas.',
    action: 'Rétablissez d’abord NATS.',
  },
  restarted: {
    reason: 'Interrompu puis redémarré il y a {ms:duration}. Interruptions en 24 heures\u00A0: {crashes}.',
    action: 'Lisez la fin de son journal. Si cela se répète, signalez-le avec une archive de support.',
  },
  waitsFor: {
    reason: 'Pas prêt\u00A0: {parts}.',
    action: 'Il attend une base ou un autre processus. Voyez ce qui ne va pas par ailleurs.',
  },
  heapHigh: {
    reason: 'Son tas atteint {share:percent} de sa limite.',
    action:
      'Donnez plus de mémoire au processus (NODE_OPTIONS=--max-old-space-size) ou répartissez son travail.',
  },
  loopDelayed: {
    reason:
      'Sa boucle d’événements a {ms:duration} de retard\u00A0: la machine ou ce processus est surchargé.',
    action:
      'Vérifiez que la machine a des cœurs libres. Lancez un second processus de ce type, ou déplacez-en d’autres.',
  },
  otherRelease: {
    reason: 'Version {release}, alors que le serveur est en {own}.',
    action: 'Mettez tous les processus à la même version.',
  },
  chromiumMissing: {
    reason: 'Chromium manque\u00A0: aucun rapport ne peut être produit en PDF.',
    action:
      'Installez le paquet chromium sur sa machine, ou définissez CHROMIUM_PATH, puis relancez le processus.',
  },

  streamFine: { reason: 'Accepte les messages.' },
  streamUnread: {
    reason: 'Illisible\u00A0: NATS ne répond pas.',
    action: 'Rétablissez d’abord NATS.',
  },
  streamFilling: {
    reason: 'Remplie à {fill:percent}.',
    action: 'Vérifiez que les processus qui la lisent tournent et que ClickHouse répond.',
  },
  streamFull: {
    reason: 'Remplie à {fill:percent}\u00A0: les nouveaux messages vont être rejetés.',
    action: 'Vérifiez que les processus qui la lisent tournent et que ClickHouse répond.',
  },
  streamDropping: {
    reason:
      'Remplie à {fill:percent}\u00A0: les plus anciens messages sont supprimés. Supprimés à ce jour\u00A0: {dropped}.',
    action:
      'Cherchez pourquoi des messages ne peuvent être traités (npm run dead-letters), puis rejouez-les.',
  },
  streamRejects: {
    reason:
      'Pleine\u00A0: des messages sont rejetés. Rejets\u00A0: {rejected}, lignes perdues\u00A0: {dropped}.',
    action: 'Vérifiez que les processus qui la lisent tournent et que ClickHouse répond.',
  },
  streamUnreachable: {
    reason: 'NATS ne répondait pas à ceux qui écrivent. Lignes perdues\u00A0: {dropped}.',
    action: 'Vérifiez que NATS tourne et que son disque a de la place.',
  },
  streamNoDisk: {
    reason:
      'Lignes refusées\u00A0: le disque des bases a atteint sa réserve. Lignes perdues\u00A0: {dropped}.',
    action: 'Libérez de la place sur le disque ou ajoutez-en.',
  },

  storing: { reason: 'Les lignes reçues sont enregistrées.' },
  counting: { reason: 'Les lignes sont comptées depuis {ms:duration} seulement\u00A0: trop peu pour juger.' },
  noRows: { reason: 'Aucune ligne reçue depuis {ms:duration}.' },
  notStoring: {
    reason:
      'Lignes reçues en {ms:duration}\u00A0: {arrived}\u00A0; aucune n’est enregistrée, quoi qu’en dise le processus d’écriture.',
    action:
      'Redémarrez le processus d’écriture. Vérifiez que ClickHouse accepte les insertions et cherchez des messages en échec.',
  },
  storingSlowly: {
    reason:
      'Lignes reçues en {ms:duration}\u00A0: {arrived}\u00A0; enregistrées\u00A0: {stored}. Les autres attendent dans la file.',
    action: 'Regardez la charge de ClickHouse et de son disque.',
  },
  windowsClose: { reason: 'Les fenêtres se ferment à l’heure.' },
  noWindows: { reason: 'Aucune fenêtre fermée depuis le démarrage du serveur.' },
  windowsStarting: {
    reason:
      'Le moteur ou le serveur a démarré il y a {ms:duration}\u00A0: les premières fenêtres ({source}) ne sont pas encore attendues.',
  },
  windowsLate: {
    reason:
      'Clients dont les fenêtres ({source}) se ferment en retard\u00A0: {customers}. La plus ancienne s’est terminée il y a {ms:duration}\u00A0: les alarmes sont en retard.',
    action: 'Vérifiez que le moteur tourne et que sa file ne grossit pas.',
  },
  windowsStopped: {
    reason:
      'Clients sans fenêtre fermée ({source})\u00A0: {customers}, depuis {ms:duration}, quoi qu’en dise le moteur\u00A0: aucune alarme n’est décidée.',
    action: 'Redémarrez le moteur et lisez son journal.',
  },

  responding: { reason: 'Répond.' },
  notRead: { reason: 'Pas encore lu.' },
  notJudged: { reason: 'Aucun serveur ne l’a évalué.' },
  storeDown: {
    reason: 'Ne répond pas\u00A0: {error}.',
    action: 'Vérifiez qu’elle tourne et lisez son journal. D’ici là, les lignes attendent dans les files.',
  },
  storeSlow: {
    reason: 'Répond lentement\u00A0: {ms:duration}.',
    action: 'Regardez la charge de sa machine et de son disque.',
  },
  partsMany: {
    reason: 'Parts en attente de fusion\u00A0: {parts}. Au-delà, les insertions sont ralenties.',
    action: 'Vérifiez que le disque n’est ni lent ni plein. Augmentez WRITER_SPARSE_MS.',
  },
  tablesUnreadable: {
    reason: 'Tables illisibles\u00A0: {tables}.',
    action:
      'Redémarrez ClickHouse\u00A0: il écarte les parts endommagées. Restaurez-les depuis une sauvegarde.',
  },
  connectionsMany: {
    reason: 'Connexions utilisées\u00A0: {used} sur {limit}.',
    action: 'Augmentez max_connections, ou cherchez les clients qui retiennent des connexions.',
  },
  diskFine: { reason: 'Place libre\u00A0: {free:byte}.' },
  diskElsewhere: {
    reason: 'Les bases sont sur d’autres machines\u00A0: leurs disques ne sont pas visibles d’ici.',
    action: 'Surveillez les disques des bases là où elles tournent.',
  },
  diskLow: {
    reason: 'Il reste peu de place\u00A0: {free:byte} sur {size:byte}.',
    action: 'Libérez de la place, ajoutez-en ou réduisez la rétention.',
  },
  diskFull: {
    reason: 'La réserve est atteinte\u00A0: {free:byte} libres sur {size:byte}. La collecte est arrêtée.',
    action: 'Libérez de la place sans attendre\u00A0: la collecte reprend d’elle-même.',
  },
  diskSoonFull: {
    reason: 'Plein dans {days} jours environ, à la croissance de la dernière semaine.',
    action: 'Ajoutez de la place ou réduisez la rétention (RETENTION_5M_DAYS et autres).',
  },

  devicesPolled: { reason: 'Équipements qui répondent\u00A0: {devices}.' },
  noDevices: { reason: 'Aucun équipement n’est interrogé.' },
  devicesSilent: {
    reason: 'Équipements qui ne répondent pas\u00A0: {silent} sur {devices}.',
    action:
      'Voyez-les parmi les équipements interrogés. Beaucoup à la fois\u00A0: un réseau ou un filtrage entre l’interrogateur et eux.',
  },
  devicesLate: {
    reason: 'Équipements dont les mesures arrivent trop tard\u00A0: {late} sur {devices}.',
    action: 'Déchargez les interrogateurs\u00A0: ajoutez-en un ou interrogez moins souvent.',
  },
  pollsSkipped: {
    reason:
      'Interrogations non lancées en 5 minutes\u00A0: {skipped}\u00A0: les interrogateurs ne suivent pas.',
    action: 'Ajoutez un interrogateur ou augmentez l’intervalle.',
  },
  pollersMute: {
    reason: 'Aucun interrogateur ne rend compte de ses équipements.',
    action: 'Vérifiez que l’interrogateur tourne.',
  },
  receiving: { reason: 'Reçoit des flux.' },
  noFlows: { reason: 'Aucun datagramme reçu en 5 minutes.' },
  collectorsMute: {
    reason: 'Aucun collecteur ne rend compte.',
    action: 'Vérifiez que le collecteur tourne.',
  },
  rowsDropped: {
    reason: 'Lignes perdues en 5 minutes\u00A0: {dropped}.',
    action: 'Les files étaient pleines ou injoignables\u00A0: voyez files et bases.',
  },
  socketDrops: {
    reason: 'Datagrammes perdus par le noyau en 5 minutes\u00A0: {drops}.',
    action: 'Augmentez net.core.rmem_max ou ajoutez un collecteur.',
  },
  unknownExporters: {
    reason: 'Adresses qui envoient des flux sans être dans l’inventaire\u00A0: {count}.',
    action: 'Ajoutez-les à l’inventaire depuis les collecteurs de flux, ou arrêtez-les.',
  },
  managersFine: { reason: 'Contrôleurs qui répondent\u00A0: {managers}.' },
  noManagers: { reason: 'Aucun contrôleur SD-WAN n’est déclaré.' },
  managersDown: {
    reason: 'Contrôleurs qui ne répondent pas\u00A0: {unavailable} sur {managers}.',
    action: 'Voyez la raison sur le contrôleur, et vérifiez adresse et identifiants.',
  },

  delivering: { reason: 'Livre les notifications.' },
  noTargets: { reason: 'Aucune cible n’est déclarée.' },
  targetsFailing: {
    reason: 'Cibles en échec\u00A0: {failing} sur {targets}.',
    action: 'Voyez la réponse de la cible. Les notifications sont retentées jusqu’à expiration.',
  },
  targetsWaiting: {
    reason: 'Notifications en attente, sans aucune tentative en une minute\u00A0: {backlog}.',
    action: 'Vérifiez que le processus de notification tourne.',
  },
  settingsUnread: {
    reason: 'Illisible tant que PostgreSQL ne répond pas.',
    action: 'Rétablissez d’abord PostgreSQL.',
  },

  licenseValid: { reason: 'Valable jusqu’au {day}.' },
  licenseMissing: { reason: 'Aucune licence n’est installée.', action: 'Installez la licence de l’éditeur.' },
  licenseEnds: { reason: 'Se termine le {day}.', action: 'Commandez la suivante et installez-la.' },
  licenseExpired: { reason: 'Expirée le {day}.', action: 'Installez une nouvelle licence.' },
  certificatesValid: { reason: 'Aucun n’expire sous 30 jours.' },
  noCertificates: { reason: 'Aucun n’est connu.' },
  certificateEnds: { reason: '{name} expire le {day}.', action: 'Remplacez-le avant.' },
  certificateExpired: { reason: '{name} a expiré le {day}.', action: 'Remplacez-le.' },
  backupRecent: { reason: 'La dernière date de {ms:duration}.' },
  backupMissing: {
    reason: 'Aucune sauvegarde pour l’instant.',
    action: 'Lancez npm run backup chaque nuit, vers un autre disque.',
  },
  backupOld: {
    reason: 'La dernière date de {ms:duration}.',
    action: 'Cherchez pourquoi la sauvegarde planifiée n’a pas tourné.',
  },
  backupElsewhere: {
    reason: 'Les bases sont sur d’autres machines\u00A0: leurs sauvegardes ne sont pas visibles d’ici.',
    action: 'Surveillez leurs sauvegardes là où elles sont faites.',
  },
  clockFine: { reason: 'Les horloges concordent.' },
  clockOff: {
    reason: 'L’horloge de {name} diffère de {ms:duration}.',
    action: 'Synchronisez les horloges de toutes les machines (NTP).',
  },
  addressFilesRead: { reason: 'Les fichiers des noms d’AS et des pays ont été lus.' },
  addressFileUnread: {
    reason: '{variable}\u00A0: {path} n’a pas pu être lu\u00A0: {fault}.',
    action: 'Remplacez le fichier et redémarrez le serveur. L’explorateur s’en passe d’ici là.',
  },
};
