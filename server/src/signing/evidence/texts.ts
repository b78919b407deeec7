import type { Language } from '@portico/contract/language'
import type { PdfChange } from '@portico/contract/signing'
import type { Step } from './evidence.ts'

type Texts = {
  title: string
  intro: string
  document: string
  fingerprint: string
  shown: string
  changes: string
  unchanged: string
  change: Record<PdfChange, string>
  pages: string
  from: string
  company: string
  signer: string
  phone: string
  email: string
  steps: string
  address: string
  step: Record<Step, string>
  typed: string
  chain: string
  seal: string
}

/** The texts of the evidence page in each language. */
export const evidenceTexts: Record<Language, Texts> = {
  'it-IT': {
    title: 'Attestazione di firma',
    intro:
      'Questa pagina documenta come è stato firmato il documento. Il file è chiuso da un sigillo elettronico: ogni modifica successiva è rilevabile.',
    document: 'Documento',
    fingerprint: 'SHA-256, come inviato',
    shown: 'SHA-256, come mostrato',
    changes: 'Modifiche',
    unchanged: 'nessuna: il file è stato mostrato così come è stato inviato',
    change: {
      repaired: 'la struttura del file era danneggiata ed è stata ricostruita',
      unnamed_objects: 'sono state tolte parti del file che l’indice non nomina e che i lettori di PDF non mostrano',
      scripts: 'sono state tolte le azioni automatiche (script)',
      xfa: 'è stato tolto il modulo XFA, i cui campi sono nella pagina',
      form: 'i campi del modulo sono diventati parte della pagina',
      comments: 'i commenti sono diventati parte della pagina',
    },
    pages: 'Pagine',
    from: 'Inviato da',
    company: 'Per conto di',
    signer: 'Firmatario',
    phone: 'Telefono',
    email: 'E-mail',
    steps: 'Passaggi',
    address: 'indirizzo',
    step: {
      created: 'Documento inviato per la firma',
      code_sent: 'Dati confermati, consenso espresso e codice inviato per SMS',
      code_failed: 'Il codice non è stato recapitato',
      code_wrong: 'Codice errato inserito',
      signed: 'Codice corretto inserito: documento firmato',
      recorded: 'Firma registrata dal mittente nei propri archivi',
      declined: 'Firma rifiutata',
    },
    typed: 'numero indicato dal firmatario',
    chain: 'Registro',
    seal: 'Sigillo di tipo avanzato, basato su un codice monouso inviato per SMS. Non è una firma elettronica qualificata.',
  },
  'en-EN': {
    title: 'Record of signature',
    intro:
      'This page records how the document was signed. The file is closed by an electronic seal: any later change can be detected.',
    document: 'Document',
    fingerprint: 'SHA-256, as sent',
    shown: 'SHA-256, as shown',
    changes: 'Changes',
    unchanged: 'none: the file was shown as it was sent',
    change: {
      repaired: 'the structure of the file was damaged and has been rebuilt',
      unnamed_objects:
        'parts that the index of the file does not name, and that PDF readers do not show, were left out',
      scripts: 'automatic actions (scripts) were left out',
      xfa: 'the XFA form was left out; its fields are on the page',
      form: 'the form fields have become part of the page',
      comments: 'the comments have become part of the page',
    },
    pages: 'Pages',
    from: 'Sent by',
    company: 'On behalf of',
    signer: 'Signer',
    phone: 'Phone',
    email: 'E-mail',
    steps: 'Steps',
    address: 'address',
    step: {
      created: 'Document sent for signature',
      code_sent: 'Details confirmed, consent given and code sent by SMS',
      code_failed: 'The code could not be delivered',
      code_wrong: 'Wrong code entered',
      signed: 'Correct code entered: document signed',
      recorded: 'Signature recorded by the sender in its own files',
      declined: 'Signature declined',
    },
    typed: 'number given by the signer',
    chain: 'Log',
    seal: 'Advanced-style seal based on a one-time code sent by SMS. It is not a qualified electronic signature.',
  },
  'es-ES': {
    title: 'Constancia de firma',
    intro:
      'Esta página documenta cómo se firmó el documento. El archivo está cerrado con un sello electrónico: cualquier cambio posterior se puede detectar.',
    document: 'Documento',
    fingerprint: 'SHA-256, tal como se envió',
    shown: 'SHA-256, tal como se mostró',
    changes: 'Cambios',
    unchanged: 'ninguno: el archivo se mostró tal como se envió',
    change: {
      repaired: 'la estructura del archivo estaba dañada y se ha reconstruido',
      unnamed_objects:
        'se han quitado partes que el índice del archivo no nombra y que los lectores de PDF no muestran',
      scripts: 'se han quitado las acciones automáticas (scripts)',
      xfa: 'se ha quitado el formulario XFA, cuyos campos están en la página',
      form: 'los campos del formulario forman ahora parte de la página',
      comments: 'los comentarios forman ahora parte de la página',
    },
    pages: 'Páginas',
    from: 'Enviado por',
    company: 'En nombre de',
    signer: 'Firmante',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    steps: 'Pasos',
    address: 'dirección',
    step: {
      created: 'Documento enviado para su firma',
      code_sent: 'Datos confirmados, consentimiento dado y código enviado por SMS',
      code_failed: 'No se pudo entregar el código',
      code_wrong: 'Código incorrecto introducido',
      signed: 'Código correcto introducido: documento firmado',
      recorded: 'Firma registrada por el remitente en sus archivos',
      declined: 'Firma rechazada',
    },
    typed: 'número indicado por el firmante',
    chain: 'Registro',
    seal: 'Sello de tipo avanzado basado en un código de un solo uso enviado por SMS. No es una firma electrónica cualificada.',
  },
}
