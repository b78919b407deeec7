// The contracts of the demo: make.mjs makes their PDF files; `node demo/make/contracts.mjs` prints their lines for demo.jsonl.
import { docx } from './data-files.mjs'
import { grid, paper, rows } from './papers.mjs'
import { reports } from './records.mjs'

const reportFiles = {
  'rossi-brenta-2026-0716': 'verbale-prova-fumi.pdf',
  'rossi-brenta-2026-0871': 'verbale-intervento-2026-0871.pdf',
  'rossi-energia-2026-0525': 'verbale-rifasatore.pdf',
  'costa-2026-0196': 'prova-sicurezze-vapore.pdf',
}
const report = id => ({ path: `files/${reportFiles[id] ?? `rapporti/rapporto-${id}.pdf`}`, name: `Rapporto ${id.slice(-9)}.pdf` })

const vigonza = 'Via dell’Artigianato 18, Vigonza (PD)'
const padova = 'Via San Francesco 112, Padova'
const tesino = 'Località Molini 3, Castello Tesino (TN)'

// Work: type, start, minutes, units, who, where (an address, or nothing for remote work), its report.
const onSite = (type, start, minutes, staff, address, of, units) => ({ type, start, minutes, units, staff, address, of })
const remote = (type, start, minutes, staff, of) => ({ type, start, minutes, staff, of })

const minuteOf = clock => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** If an activity has a report, its technician and hours come from the report. */
const asReported = activity => {
  const { technician, time } = reports.find(({ id }) => id === `rapporto-${activity.of}`) ?? {}
  if (!time) return activity
  const [from, to] = time.split(' – ')
  const staff = technician.split(' ').slice(1).join('').toLowerCase()
  return { ...activity, staff, start: `${activity.start.slice(0, 10)} ${from}`, minutes: minuteOf(to) - minuteOf(from) }
}

const activityContracts = [
  ['rossi-brenta', 'ore-2026', 'Assistenza tecnica 80 ore', ['2026-01-01', '2027-01-31'], { hoursAmount: 80, openingUsed: 4.5 }, [
    remote('Assistenza da remoto', '2026-01-16 17:30', 180, 'rossetti', 'rossi-brenta-2026-0044'),
    onSite('Intervento in sede', '2026-02-24 08:20', 90, 'zanin', vigonza, 'rossi-brenta-2026-0152'),
    onSite('Formazione', '2026-03-19 10:30', 120, 'dalpozzo', vigonza, 'rossi-brenta-2026-0216'),
    remote('Assistenza da remoto', '2026-05-12 09:15', 45, 'conti'),
    onSite('Intervento in sede', '2026-06-18 13:30', 110, 'zanin', vigonza, 'rossi-brenta-2026-0467'),
    onSite('Intervento in sede', '2026-07-14 11:00', 135, 'rossetti', vigonza, 'rossi-brenta-2026-0539'),
    onSite('Intervento in sede', '2026-09-25 13:40', 140, 'zanin', vigonza, 'rossi-brenta-2026-0741'),
    remote('Consulenza', '2026-10-14 11:00', 95, 'dalpozzo'),
    onSite('Intervento in sede', '2026-10-23 09:45', 105, 'ferraris', vigonza, 'rossi-brenta-2026-0818'),
    remote('Assistenza da remoto', '2026-11-03 14:30', 40, 'conti'),
    onSite('Intervento in sede', '2026-11-11 10:35', 95, 'zanin', vigonza, 'rossi-brenta-2026-0871'),
    remote('Assistenza da remoto', '2026-11-16 16:25', 75, 'rossetti', 'rossi-brenta-2026-0885'),
  ]],
  ['rossi-brenta', 'monitoraggio', 'Monitoraggio di server e copie 40 ore', ['2026-04-01', '2027-03-31'], { hoursAmount: 40 }, [
    remote('Controllo mensile', '2026-04-08 08:30', 240, 'rossetti'),
    remote('Controllo mensile', '2026-05-06 08:30', 255, 'rossetti'),
    remote('Aggiornamenti', '2026-06-10 19:00', 300, 'rossetti'),
    remote('Controllo mensile', '2026-07-08 08:30', 180, 'rossetti'),
    remote('Controllo mensile', '2026-08-05 08:30', 150, 'conti'),
    remote('Controllo mensile', '2026-09-09 08:30', 165, 'rossetti'),
    onSite('Controllo trimestrale', '2026-10-15 09:15', 90, 'rossetti', vigonza, 'rossi-brenta-2026-0796'),
    remote('Controllo mensile', '2026-11-05 08:30', 240, 'rossetti', 'rossi-brenta-2026-0854'),
  ]],
  ['rossi-brenta', 'visite', 'Visite di manutenzione degli impianti', ['2026-09-01', '2027-08-31'], { unitAmount: 16 }, [
    onSite('Visita programmata', '2026-09-16 10:00', 110, 'ferraris', vigonza, 'rossi-brenta-2026-0716', 1),
    onSite('Visita programmata', '2026-10-06 08:30', 95, 'ferraris', vigonza, undefined, 1),
    onSite('Visita programmata', '2026-10-27 08:30', 120, 'zanin', vigonza, undefined, 1),
    onSite('Visita programmata', '2026-11-12 09:00', 80, 'ferraris', vigonza, undefined, 1),
  ]],
  ['rossi-brenta', 'verifiche', 'Verifiche di carroponte e portoni', ['2025-12-15', '2026-12-14'], { unitAmount: 8 }, [
    onSite('Verifica trimestrale', '2026-01-21 10:30', 60, 'zanin', vigonza, undefined, 2),
    onSite('Verifica trimestrale', '2026-04-22 10:30', 65, 'zanin', vigonza, undefined, 2),
    onSite('Verifica trimestrale', '2026-07-24 10:50', 80, 'zanin', vigonza, 'rossi-brenta-2026-0567', 2),
  ]],
  ['rossi-brenta', 'reperibilita', 'Reperibilità serale 10 ore', ['2026-06-10', '2026-12-10'], { hoursAmount: 10 }, [
    remote('Chiamata fuori orario', '2026-07-03 20:10', 130, 'rossetti'),
    onSite('Chiamata fuori orario', '2026-08-27 21:00', 205, 'zanin', vigonza),
    remote('Chiamata fuori orario', '2026-10-30 19:40', 175, 'rossetti'),
  ]],
  ['rossi-brenta', 'avviamento', 'Avviamento dell’isola robotizzata', ['2025-02-10', '2026-02-09'], { hoursAmount: 24 }, [
    onSite('Messa in servizio', '2025-02-17 08:00', 480, 'zanin', vigonza),
    onSite('Messa in servizio', '2025-02-18 08:00', 480, 'zanin', vigonza),
    onSite('Formazione', '2025-03-03 09:00', 240, 'dalpozzo', vigonza),
    onSite('Messa a punto', '2025-05-22 08:15', 240, 'ferraris', vigonza),
  ]],
  ['rossi-brenta', 'corsi', 'Corsi per il personale', ['2024-09-01', '2025-08-31'], { unitAmount: 6, openingUsed: 1 }, [
    onSite('Corso', '2024-11-14 09:00', 240, 'dalpozzo', vigonza, undefined, 2),
    onSite('Corso', '2025-04-10 09:00', 240, 'dalpozzo', vigonza, undefined, 2),
  ]],
  ['rossi-energia', 'energia-ore', 'Consulenza energetica 30 ore', ['2026-02-01', '2027-01-31'], { hoursAmount: 30 }, [
    onSite('Controllo di primavera', '2026-04-17 09:00', 180, 'ferraris', vigonza, 'rossi-energia-2026-0296'),
    remote('Consulenza', '2026-06-22 15:00', 75, 'bellini'),
    remote('Consulenza', '2026-09-30 10:00', 120, 'bellini'),
  ]],
  ['rossi-energia', 'energia-pulizie', 'Pulizia dei moduli', ['2026-01-01', '2026-12-12'], { unitAmount: 4 }, [
    onSite('Pulizia', '2026-03-25 08:00', 240, 'zanin', vigonza, undefined, 1),
    onSite('Pulizia', '2026-06-24 08:00', 240, 'zanin', vigonza, undefined, 1),
    onSite('Pulizia', '2026-09-23 08:00', 240, 'zanin', vigonza, undefined, 1),
  ]],
  ['rossi-energia', 'energia-diagnosi', 'Diagnosi energetica', ['2024-03-01', '2025-02-28'], { hoursAmount: 16 }, [
    onSite('Rilievo in sede', '2024-04-09 08:30', 420, 'bellini', vigonza),
    remote('Relazione', '2024-05-20 09:00', 540, 'bellini'),
  ]],
  ['verdi', 'verdi-ore', 'Assistenza informatica 40 ore', ['2026-03-01', '2027-02-28'], { hoursAmount: 40 }, [
    remote('Assistenza da remoto', '2026-03-02 14:30', 90, 'conti', 'verdi-2026-0169'),
    onSite('Intervento in sede', '2026-09-23 09:30', 210, 'conti', padova, 'verdi-2026-0735'),
    onSite('Controllo trimestrale', '2026-10-09 08:40', 60, 'rossetti', padova, 'verdi-2026-0780'),
    remote('Assistenza da remoto', '2026-11-06 16:00', 150, 'dalpozzo', 'verdi-2026-0857'),
  ]],
  ['verdi', 'verdi-postazioni', 'Sostituzione delle postazioni', ['2026-05-01', '2027-04-30'], { unitAmount: 6 }, [
    onSite('Sostituzione', '2026-05-19 09:00', 180, 'conti', padova, undefined, 2),
    onSite('Sostituzione', '2026-07-07 09:00', 95, 'conti', padova, undefined, 1),
  ]],
  ['verdi', 'verdi-archivio', 'Riordino dell’archivio digitale', ['2026-06-01', '2026-12-05'], { hoursAmount: 12 }, [
    remote('Consulenza', '2026-06-11 10:00', 240, 'dalpozzo'),
    remote('Consulenza', '2026-09-17 10:00', 330, 'dalpozzo'),
  ]],
  ['verdi', 'verdi-2025', 'Assistenza informatica 30 ore', ['2025-03-01', '2026-02-28'], { hoursAmount: 30 }, [
    remote('Assistenza da remoto', '2025-06-05 11:00', 480, 'conti'),
    onSite('Intervento in sede', '2025-12-12 09:30', 90, 'rossetti', padova, 'verdi-2025-0957'),
  ]],
  ['costa', 'costa-ore', 'Assistenza tecnica 60 ore', ['2026-01-01', '2027-01-31'], { hoursAmount: 60 }, [
    onSite('Controllo semestrale', '2026-01-22 08:30', 210, 'tomaselli', tesino, 'costa-2026-0061'),
    onSite('Intervento in sede', '2026-07-01 08:00', 60, 'paoli', tesino, 'costa-2026-0503'),
    onSite('Intervento in sede', '2026-09-08 09:30', 100, 'paoli', tesino, 'costa-2026-0694'),
    remote('Assistenza telefonica', '2026-10-06 11:15', 25, 'paoli'),
    onSite('Intervento in sede', '2026-11-16 14:00', 140, 'tomaselli', tesino, 'costa-2026-0885'),
  ]],
  ['costa', 'costa-vapore', 'Prove delle sicurezze del vapore', ['2026-03-01', '2027-02-28'], { unitAmount: 2 }, [
    onSite('Prova', '2026-03-12 09:00', 90, 'tomaselli', tesino, 'costa-2026-0196', 1),
  ]],
  ['costa', 'costa-salamoia', 'Sanificazione delle vasche', ['2025-12-01', '2026-11-30'], { unitAmount: 4 }, [
    onSite('Sanificazione', '2026-02-10 07:00', 180, 'paoli', tesino, undefined, 1),
    onSite('Sanificazione', '2026-05-12 07:00', 180, 'paoli', tesino, undefined, 1),
    onSite('Sanificazione', '2026-08-11 07:00', 180, 'paoli', tesino, undefined, 1),
  ]],
  ['costa', 'costa-2025', 'Assistenza tecnica 50 ore', ['2025-01-01', '2025-12-31'], { hoursAmount: 50 }, [
    onSite('Intervento in sede', '2025-04-15 08:00', 900, 'tomaselli', tesino),
    onSite('Intervento in sede', '2025-10-21 08:00', 1260, 'paoli', tesino),
  ]],
]

const tags = [
  ['brenta', 'area-it', 'Informatica', 'Area'],
  ['brenta', 'area-impianti', 'Impianti', 'Area'],
  ['brenta', 'orario-ufficio', 'Lunedì – venerdì 8 – 18', 'Copertura'],
  ['brenta', 'orario-sempre', '24 ore su 24', 'Copertura'],
  ['brenta', 'canone', 'Canone fisso', undefined],
  ['brenta-energia', 'fotovoltaico', 'Fotovoltaico', 'Impianto'],
  ['brenta-energia', 'cabina', 'Cabina elettrica', 'Impianto'],
  ['brenta-energia', 'ricarica', 'Ricarica', 'Impianto'],
  ['brenta-energia', 'livello-base', 'Base', 'Livello'],
  ['brenta-energia', 'livello-completo', 'Completo', 'Livello'],
  ['brenta-energia', 'rinnovo', 'Rinnovo tacito', undefined],
  ['lagorai', 'freddo', 'Freddo', 'Area'],
  ['lagorai', 'vapore', 'Vapore', 'Area'],
  ['lagorai', 'pezzi', 'Ricambi compresi', undefined],
]

const paperOf = id => ({ path: `files/contratti/${id}.pdf`, name: 'Contratto firmato.pdf' })

const serviceContracts = [
  ['rossi-energia', 'fv-completo', 'Conduzione del fotovoltaico, completa', 1, ['2026-01-01', '2027-12-31'], {
    tags: ['fotovoltaico', 'livello-completo', 'rinnovo'],
    wikiElements: ['inverter-1', 'inverter-2'],
    documents: [
      ['Contratto firmato.pdf', paperOf('fv-completo')],
      ['Livelli di servizio.docx', { path: 'files/contratti/livelli-di-servizio.docx', name: 'Livelli di servizio.docx' }],
      ['Impianto sul tetto.png', { path: 'files/impianto-fotovoltaico-tetto.png', name: 'impianto-fotovoltaico-tetto.png' }],
      ['Consumi orari 2025.zip', { path: 'files/consumi-orari-2025.zip', name: 'consumi-orari-2025.zip' }],
    ],
    packages: [
      ['fv-ore', 'Ore di intervento', { hoursAmount: 60, openingUsed: 12 }, [
        onSite('Controllo di primavera', '2026-04-17 08:30', 210, 'ferraris', vigonza, 'rossi-energia-2026-0296'),
        remote('Analisi dei dati', '2026-08-20 10:00', 480, 'bellini'),
        onSite('Ricerca guasto', '2026-11-09 09:00', 825, 'ferraris', vigonza),
      ]],
      ['fv-pulizie', 'Lavaggi dei moduli', { unitAmount: 12 }, [
        onSite('Lavaggio', '2026-03-30 08:00', 240, 'zanin', vigonza, undefined, 1),
        onSite('Lavaggio', '2026-06-29 08:00', 240, 'zanin', vigonza, undefined, 1),
        onSite('Lavaggio', '2026-09-28 08:00', 240, 'zanin', vigonza, undefined, 1),
      ]],
      ['fv-urgenze', 'Uscite urgenti', { unitAmount: 6 }, [
        onSite('Uscita urgente', '2026-05-02 18:20', 120, 'ferraris', vigonza, undefined, 2),
        onSite('Uscita urgente', '2026-07-18 07:40', 95, 'zanin', vigonza, undefined, 2),
        onSite('Uscita urgente', '2026-11-11 19:05', 80, 'ferraris', vigonza, undefined, 1),
      ]],
    ],
  }],
  ['rossi-energia', 'cabina', 'Cabina elettrica, manutenzione', 1, ['2023-12-10', '2026-12-09'], {
    tags: ['cabina', 'livello-base'],
    wikiElements: ['trasformatore', 'rifasatore'],
    documents: [['Contratto firmato.pdf', paperOf('cabina')]],
    packages: [
      ['cabina-controlli', 'Controlli annuali', { unitAmount: 3, openingUsed: 1 }, [
        onSite('Controllo annuale', '2025-10-31 14:00', 180, 'ferraris', vigonza, 'rossi-energia-2025-0841', 1),
        onSite('Rifasatore', '2026-07-09 13:00', 150, 'ferraris', vigonza, 'rossi-energia-2026-0525', 0.5),
      ]],
    ],
  }],
  ['rossi-energia', 'ricarica', 'Colonnina di ricarica, assistenza', 1, ['2026-03-01', undefined], {
    tags: ['ricarica', 'livello-base', 'rinnovo'],
    wikiElements: ['colonnina'],
    documents: [['Contratto firmato.pdf', paperOf('ricarica')], ['Tariffe 2026.xlsx', { path: 'files/tariffe-2026.xlsx', name: 'tariffe-2026.xlsx' }]],
    packages: [
      ['ricarica-ore', 'Ore di assistenza', { hoursAmount: 8 }, [
        onSite('Lettore delle tessere', '2026-10-01 09:00', 80, 'zanin', vigonza, 'rossi-energia-2026-0758'),
      ]],
      ['ricarica-tessere', 'Tessere di riserva', { unitAmount: 20 }, []],
    ],
  }],
  ['rossi-energia', 'pompa-calore', 'Pompa di calore, prova di sei mesi', 2, ['2026-02-01', '2027-01-31'], {
    tags: ['livello-base'],
    wikiElements: ['pompa-calore'],
    documents: [],
    packages: [['pompa-ore', 'Ore di avviamento', { hoursAmount: 6 }, []]],
  }],
  ['rossi-energia', 'fv-2022', 'Conduzione del fotovoltaico, base', 4, ['2022-06-01', '2025-05-31'], {
    tags: ['fotovoltaico', 'livello-base'],
    wikiElements: [],
    documents: [['Contratto firmato.pdf', paperOf('fv-2022')]],
    packages: [],
  }],
  ['rossi-brenta', 'gestione-it', 'Gestione informatica', 1, ['2025-06-01', '2028-05-31'], {
    tags: ['area-it', 'orario-ufficio', 'canone'],
    wikiElements: ['server', 'fortigate', 'nas', 'm365'],
    documents: [['Contratto firmato.pdf', paperOf('gestione-it')]],
    packages: [
      ['it-ore', 'Ore di assistenza', { hoursAmount: 60 }, [
        remote('Assistenza da remoto', '2026-08-12 10:00', 1200, 'conti'),
        remote('Assistenza da remoto', '2026-11-09 09:00', 1050, 'conti'),
      ]],
      ['it-postazioni', 'Postazioni nuove', { unitAmount: 12 }, [
        onSite('Nuova postazione', '2026-10-30 09:00', 150, 'conti', vigonza, undefined, 3),
      ]],
    ],
  }],
  ['rossi-brenta', 'stampa', 'Stampa e copia', 1, ['2023-12-12', '2026-12-11'], {
    tags: ['area-it', 'canone'], wikiElements: ['ricoh', 'zebra'], documents: [], packages: [],
  }],
  ['rossi-brenta', 'guardia', 'Guardia degli impianti', 3, ['2025-01-01', '2026-12-31'], {
    tags: ['area-impianti', 'orario-sempre'], wikiElements: ['caldaia', 'kaeser-1', 'kaeser-2'], documents: [], packages: [],
  }],
  ['rossi-brenta', 'centralino', 'Noleggio del centralino', 4, ['2022-06-01', '2025-05-31'], {
    tags: ['area-it', 'canone'], wikiElements: ['centralino'], documents: [], packages: [],
  }],
  ['verdi', 'verdi-gestione', 'Gestione dello studio', 1, ['2026-01-01', '2027-12-31'], {
    tags: ['area-it', 'orario-ufficio'],
    wikiElements: ['firewall', 'm365-verdi'],
    documents: [['Contratto di assistenza.pdf', { path: 'files/contratto-assistenza-studio-verdi.pdf', name: 'contratto-assistenza-studio-verdi.pdf' }]],
    packages: [['verdi-pacchetto', 'Ore di assistenza', { hoursAmount: 20 }, [
      remote('Assistenza da remoto', '2026-10-20 15:00', 960, 'conti'),
    ]]],
  }],
  ['verdi', 'verdi-stampa', 'Multifunzione, costo a copia', 1, ['2023-12-15', '2026-12-14'], {
    tags: ['canone'], wikiElements: ['kyocera'], documents: [], packages: [],
  }],
  ['verdi', 'verdi-prova', 'Deumidificatore in prova', 0, ['2026-09-01', '2027-08-31'], {
    tags: [], wikiElements: ['deumidificatore'], documents: [], packages: [],
  }],
  ['verdi', 'verdi-2022', 'Gestione dello studio 2022', 4, ['2022-01-01', '2025-12-31'], {
    tags: ['area-it'], wikiElements: [], documents: [], packages: [],
  }],
  ['costa', 'costa-freddo', 'Celle di stagionatura, completo', 1, ['2025-05-01', '2028-04-30'], {
    tags: ['freddo', 'pezzi'],
    wikiElements: ['cella-1', 'cella-2'],
    documents: [['Contratto firmato.pdf', paperOf('costa-freddo')], ['Schede delle celle.zip', { path: 'files/schede-celle-frigorifere.zip', name: 'schede-celle-frigorifere.zip' }]],
    packages: [['costa-uscite', 'Uscite comprese', { unitAmount: 10 }, [
      onSite('Uscita', '2026-11-16 14:00', 140, 'tomaselli', tesino, 'costa-2026-0885', 1),
    ]]],
  }],
  ['costa', 'costa-vapore-servizio', 'Generatore di vapore', 1, ['2024-12-08', '2026-12-07'], {
    tags: ['vapore'], wikiElements: ['caldaia-vapore'], documents: [], packages: [],
  }],
  ['costa', 'costa-bilancia', 'Bilancia etichettatrice', 5, ['2025-01-01', '2026-12-31'], {
    tags: [], wikiElements: ['bilancia'], documents: [], packages: [],
  }],
  ['costa', 'costa-2021', 'Celle di stagionatura, base', 4, ['2021-05-01', '2025-04-30'], {
    tags: ['freddo'], wikiElements: [], documents: [], packages: [],
  }],
]

const slug = text => text.replace(/\W+/g, '-')
const line = (type, externalId, fields) => JSON.stringify({ type, externalId, ...fields })

const activityLines = (parent, id, list) =>
  list.map(asReported).map(({ type, start, minutes, units, staff, address, of }) =>
    line('contractActivity', `${id}-${slug(start.slice(0, 10))}`, {
      ...parent,
      activityTypeName: type,
      start,
      minutes,
      units,
      staff,
      addressType: address ? 2 : 1,
      address,
      report: of && report(of),
    }),
  )

const lines = () => [
  ...tags.map(([portal, id, name, tagGroupName]) => line('tag', `${portal}-${id}`, { portal, name, tagGroupName })),
  ...activityContracts.flatMap(([contact, id, name, [start, end], grant, list]) => [
    line('activityContract', `contratto-${id}`, { contact, name, start, end, ...grant }),
    ...activityLines({ contract: `contratto-${id}` }, `attivita-${id}`, list),
  ]),
  ...serviceContracts.flatMap(([contact, id, name, status, [activeFrom, activeTo], { documents, packages, wikiElements, ...more }]) => {
    const portal = { 'rossi-energia': 'brenta-energia', costa: 'lagorai' }[contact] ?? 'brenta'
    const contract = `servizio-${id}`
    return [
      line('serviceContract', contract, { contact, name, status, activeFrom, activeTo, tags: more.tags.map(tag => `${portal}-${tag}`), wikiElements }),
      ...documents.map(([documentName, file], n) => line('contractDocument', `documento-${id}-${n + 1}`, { contract, documentName, file })),
      ...packages.flatMap(([pack, title, grant, list]) => [
        line('contractPackage', `pacchetto-${pack}`, { contract, name: title, ...grant }),
        ...activityLines({ package: `pacchetto-${pack}` }, `attivita-${pack}`, list),
      ]),
    ]
  }),
]

const client = { 'rossi-energia': 'Officine Rossi S.r.l., Vigonza (PD)', 'rossi-brenta': 'Officine Rossi S.r.l., Vigonza (PD)', costa: 'Caseificio Costa, Castello Tesino (TN)' }

const contractPaper = ([contact, , name, , [activeFrom, activeTo], { packages }]) => {
  const house = contact === 'costa' ? 'lagorai' : 'brenta'
  const years = activeTo ? `${Number(activeTo.slice(0, 4)) - Number(activeFrom.slice(0, 4)) + (activeFrom.slice(5) === '01-01' ? 1 : 0)} anni` : 'a tempo indeterminato'
  const granted = packages.map(([, title, { hoursAmount, unitAmount }]) => [title, hoursAmount ? `${hoursAmount} ore` : `${unitAmount}`])
  return paper(house, name, `${rows(['Cliente', client[contact]], ['Durata', years], ['Presa in carico', 'entro 2 ore lavorative'], ['Intervento', 'entro il giorno lavorativo seguente'])}<h2>1. Oggetto</h2><p>Controllo, manutenzione e riparazione degli impianti elencati nell'allegato A, da remoto e in sede, con personale abilitato.</p>${granted.length > 0 ? `<h2>2. Pacchetti compresi</h2>${grid(['Pacchetto', 'Quantità'], ...granted)}` : ''}<h2>3. Esclusioni</h2><p>Ricambi, danni da eventi atmosferici, interventi di terzi non autorizzati.</p><h2>4. Disdetta</h2><p>Con posta certificata, almeno sessanta giorni prima della scadenza.</p><div class="two"><div>Per il fornitore</div><div>Per il cliente</div></div>`)
}

/** File name and HTML page of every contract's PDF. */
export const contractPapers = serviceContracts
  .filter(([, id, , , , { documents }]) => documents.some(([, { path }]) => path === paperOf(id).path))
  .map(contract => [`contratti/${contract[1]}.pdf`, contractPaper(contract)])

/** The other files that only contracts use. */
export const contractData = [
  ['contratti/livelli-di-servizio.docx', docx(['# Livelli di servizio', 'Presa in carico entro due ore lavorative.', 'Intervento in sede entro il giorno lavorativo seguente.', 'Disponibilità del monitoraggio: 99,5 % al mese.'])],
]

if (process.argv[1] === import.meta.filename) console.log(lines().join('\n'))
