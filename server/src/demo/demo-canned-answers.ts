import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { root } from '../installation/installation.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { receive } from '../kernel/files/receive-file.ts'
import { newStorageKey, type Storage } from '../kernel/storage/storage.ts'
import {
  attachCannedFile,
  insertCannedAnswer,
  insertCannedFile,
  type Texts,
} from '../tickets/staff/canned-answer-queries.ts'

type DemoAnswer = {
  name: string
  shortcut: string
  /** The portal that it is for; without one it is for all of the company. */
  portal?: string
  texts: Texts
  file?: { path: string; name: string }
}

/** What the demo's first company answers with again and again. */
const demoAnswers: readonly DemoAnswer[] = [
  {
    name: 'Visita anticipata',
    shortcut: 'visita-ant',
    texts: {
      'it-IT':
        '<p>Buongiorno {{nome}}, riusciamo ad anticipare la visita al mattino. Se per voi va bene, basta una risposta a questo messaggio.</p>',
      'en-EN':
        '<p>Hello {{nome}}, we can bring the visit forward to the morning. If that suits you, just answer this message.</p>',
      'es-ES':
        '<p>Buenos días, {{nome}}: podemos adelantar la visita a la mañana. Si les viene bien, basta con responder a este mensaje.</p>',
    },
  },
  {
    name: 'Visita confermata',
    shortcut: 'visita-ok',
    texts: {
      'it-IT': '<p>La visita è confermata per {{visita}}: viene {{tecnico}}.</p>',
      'en-EN': '<p>The visit is confirmed for {{visita}}: {{tecnico}} will come.</p>',
      'es-ES': '<p>La visita está confirmada para el {{visita}}: irá {{tecnico}}.</p>',
    },
  },
  {
    name: 'Visita, cosa preparare',
    shortcut: 'visita-prep',
    texts: {
      'it-IT':
        '<p>Prima di {{visita}} vi chiediamo di:</p><ol><li>tenere libero l’accesso alla macchina;</li><li>avere a portata di mano le chiavi del quadro elettrico;</li><li>avvisare chi lavora nel reparto che l’impianto resta fermo.</li></ol>',
      'en-EN':
        '<p>Before {{visita}}, please:</p><ol><li>keep the access to the machine clear;</li><li>have the keys of the electrical panel at hand;</li><li>tell the people who work there that the plant will stand still.</li></ol>',
      'es-ES':
        '<p>Antes del {{visita}} les pedimos que:</p><ol><li>dejen libre el acceso a la máquina;</li><li>tengan a mano las llaves del cuadro eléctrico;</li><li>avisen a quienes trabajan en la zona de que la instalación estará parada.</li></ol>',
    },
  },
  {
    name: 'Assistenza remota',
    shortcut: 'remota',
    portal: 'brenta',
    texts: {
      'it-IT':
        '<p>Buongiorno {{nome}}, per collegarci al computer ci serve il programma allegato: lo apra e ci scriva il numero che compare.</p><p>{{tecnico}}</p>',
      'en-EN':
        '<p>Hello {{nome}}, to connect to the computer we need the program that is attached: open it and send us the number that it shows.</p><p>{{tecnico}}</p>',
      'es-ES':
        '<p>Buenos días, {{nome}}: para conectarnos al ordenador necesitamos el programa adjunto. Ábralo y escríbanos el número que aparece.</p><p>{{tecnico}}</p>',
    },
    file: { path: 'assistenza-remota-windows.zip', name: 'Assistenza remota, Windows.zip' },
  },
  {
    name: 'Foto della targhetta',
    shortcut: 'targhetta',
    texts: {
      'it-IT':
        '<p>Buongiorno {{nome}}, per ordinare il ricambio giusto ci serve una foto della targhetta della macchina: si devono leggere modello e matricola.</p>',
      'en-EN':
        '<p>Hello {{nome}}, to order the right part we need a photo of the machine’s name plate, with model and serial number readable.</p>',
      'es-ES':
        '<p>Buenos días, {{nome}}: para pedir el recambio correcto necesitamos una foto de la placa de la máquina en la que se lean el modelo y el número de serie.</p>',
    },
  },
  {
    name: 'Tutto risolto?',
    shortcut: 'risolto',
    texts: {
      'it-IT':
        '<p>Buongiorno {{nome}}, per noi «{{titolo}}» è risolto. Se tutto funziona, chiudiamo il ticket {{ticket}}; altrimenti ci risponda qui.</p>',
      'en-EN':
        '<p>Hello {{nome}}, as far as we can see “{{titolo}}” is solved. If everything works, we close ticket {{ticket}}; if not, please answer here.</p>',
      'es-ES':
        '<p>Buenos días, {{nome}}: por nuestra parte «{{titolo}}» está resuelto. Si todo funciona, cerramos el ticket {{ticket}}; si no, respóndanos aquí.</p>',
    },
  },
]

type Place = { serviceCompanyId: number; portals: Record<string, number> }

const storeFile = async (
  { db, storage, now }: { db: Db; storage: Storage; now: Date },
  { serviceCompanyId }: Place,
  { path, name }: { path: string; name: string },
): Promise<number> => {
  const storageKey = newStorageKey()
  const content = createReadStream(join(root, 'demo', 'files', path))
  const file = await receive(content, { name, put: body => storage.put(storageKey, body) })
  return insertCannedFile(db, { serviceCompanyId, staffAccountId: null }, { file, storageKey, now })
}

/** Makes the canned answers of the demo, if its company has none; nothing without the demo. */
export const makeDemoCannedAnswers = async (db: Db, storage: Storage): Promise<void> => {
  const now = new Date()
  const place = await db.maybe<Place>(sql`select c.id as "serviceCompanyId",
      (select json_object_agg(p.web_portal_key, p.id) from portal p where p.service_company_id = c.id) as portals
    from service_company c where c.external_id = 'brenta'
      and exists (select from installation i where i.key = 'demo' and i.value -> 'serviceCompanies' ? c.external_id)
      and not exists (select from canned_answer a where a.service_company_id = c.id) for no key update of c`)
  if (!place) return
  for (const { name, shortcut, portal, texts, file } of demoAnswers) {
    const portalId = (portal !== undefined && place.portals[portal]) || null
    const id = await insertCannedAnswer(db, place, { name, shortcut, portalId, texts, now })
    if (file) await attachCannedFile(db, place, id, await storeFile({ db, storage, now }, place, file))
  }
}
