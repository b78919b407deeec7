import type { Language } from '@portico/contract/language'
import type { PdfRefusal } from '@portico/contract/signing'

type Texts = {
  sms: (portal: string, code: string, minutes: number) => string
  reason: string
  toSign: {
    subject: (name: string) => string
    title: string
    text: (portal: string, name: string) => string
    until: (when: string) => string
    open: string
    note: string
  }
  signed: {
    subject: (name: string) => string
    title: string
    text: (name: string) => string
    /** If the time stamp or its validation data is still missing. */
    incomplete: string
    open: string
    note: string
  }
}

/** The texts of the signer's mails and SMS. */
export const signerTexts: Record<Language, Texts> = {
  'it-IT': {
    sms: (portal, code, minutes) =>
      `${portal}: il codice per firmare il documento è ${code}. Vale ${minutes} minuti. Non comunicarlo a nessuno.`,
    reason: 'Firmato con un codice monouso inviato per SMS',
    toSign: {
      subject: name => `Documento da firmare: ${name}`,
      title: 'Un documento aspetta la tua firma',
      text: (portal, name) => `${portal} ti ha inviato «${name}», da leggere e firmare.`,
      until: when => `Puoi firmarlo fino al ${when}.`,
      open: 'Leggi e firma',
      note: 'Per firmare riceverai un codice per SMS. Chi ha questo link può leggere il documento: non inoltrarlo.',
    },
    signed: {
      subject: name => `Documento firmato: ${name}`,
      title: 'Il documento è firmato',
      text: name => `In allegato trovi la copia firmata di «${name}».`,
      incomplete:
        'La copia è valida, ma al sigillo manca ancora la marca temporale completa di un ente esterno. Verrà aggiunta appena possibile: dal link qui sotto scarichi sempre la copia più recente.',
      open: 'Apri il documento',
      note: 'Il file è chiuso da un sigillo elettronico: conservalo così come lo hai ricevuto.',
    },
  },
  'en-EN': {
    sms: (portal, code, minutes) =>
      `${portal}: the code to sign the document is ${code}. Valid for ${minutes} minutes. Do not share it with anyone.`,
    reason: 'Signed with a one-time code sent by SMS',
    toSign: {
      subject: name => `Document to sign: ${name}`,
      title: 'A document is waiting for your signature',
      text: (portal, name) => `${portal} has sent you “${name}” to read and sign.`,
      until: when => `You can sign it until ${when}.`,
      open: 'Read and sign',
      note: 'You will get a code by SMS to sign with. Whoever has this link can read the document: do not forward it.',
    },
    signed: {
      subject: name => `Document signed: ${name}`,
      title: 'The document is signed',
      text: name => `The signed copy of “${name}” is attached.`,
      incomplete:
        'The copy is valid, but its seal does not have the complete time stamp of an independent authority yet. It will be added as soon as possible: the link below always gives you the latest copy.',
      open: 'Open the document',
      note: 'The file is closed by an electronic seal: keep it as you received it.',
    },
  },
  'es-ES': {
    sms: (portal, code, minutes) =>
      `${portal}: el código para firmar el documento es ${code}. Vale ${minutes} minutos. No lo compartas con nadie.`,
    reason: 'Firmado con un código de un solo uso enviado por SMS',
    toSign: {
      subject: name => `Documento para firmar: ${name}`,
      title: 'Un documento espera tu firma',
      text: (portal, name) => `${portal} te ha enviado «${name}» para que lo leas y lo firmes.`,
      until: when => `Puedes firmarlo hasta el ${when}.`,
      open: 'Leer y firmar',
      note: 'Para firmar recibirás un código por SMS. Quien tenga este enlace puede leer el documento: no lo reenvíes.',
    },
    signed: {
      subject: name => `Documento firmado: ${name}`,
      title: 'El documento está firmado',
      text: name => `Adjuntamos la copia firmada de «${name}».`,
      incomplete:
        'La copia es válida, pero a su sello le falta todavía el sello de tiempo completo de una autoridad externa. Se añadirá lo antes posible: con el enlace de abajo descargas siempre la copia más reciente.',
      open: 'Abrir el documento',
      note: 'El archivo está cerrado con un sello electrónico: consérvalo tal como lo has recibido.',
    },
  },
}

const italian = {
  signed: (name: string) => `Firmato: ${name}`,
  declined: (name: string) => `Firma rifiutata: ${name}`,
  codeFailed: (name: string) => `Codice di firma non recapitato: ${name}`,
  codeFailedTodo:
    'Controlla il numero con il cliente e correggilo nel documento. Se il servizio SMS non funziona, il cliente può richiedere un nuovo codice più tardi.',
  unsignable: (name: string) => `Non si può più firmare: ${name}`,
  unsignableTodo: 'Il documento è stato ritirato. Prepara il file come indicato e invialo di nuovo.',
  phone: 'Telefono',
  problem: 'Problema',
  todo: 'Cosa fare',
  document: 'Documento',
  customer: 'Cliente',
  signer: 'Firmatario',
  when: 'Quando',
  reason: 'Motivo',
  seal: 'Sigillo',
  incomplete:
    'Valido, ma ancora senza la marca temporale completa: viene aggiunta appena possibile. La copia aggiornata è al link.',
}

const english: typeof italian = {
  signed: name => `Signed: ${name}`,
  declined: name => `Signature declined: ${name}`,
  codeFailed: name => `Signing code not delivered: ${name}`,
  codeFailedTodo:
    'Check the number with the customer and correct it in the document. If the SMS service is down, the customer can ask for another code later.',
  unsignable: name => `Can no longer be signed: ${name}`,
  unsignableTodo: 'The document was withdrawn. Prepare the file as described and send it again.',
  phone: 'Phone',
  problem: 'Problem',
  todo: 'What to do',
  document: 'Document',
  customer: 'Customer',
  signer: 'Signer',
  when: 'When',
  reason: 'Reason',
  seal: 'Seal',
  incomplete:
    'Valid, but still without its complete time stamp, which is added as soon as possible. The latest copy is at the link.',
}

const spanish: typeof italian = {
  signed: name => `Firmado: ${name}`,
  declined: name => `Firma rechazada: ${name}`,
  codeFailed: name => `Código de firma no entregado: ${name}`,
  codeFailedTodo:
    'Comprueba el número con el cliente y corrígelo en el documento. Si el servicio de SMS no funciona, el cliente puede pedir otro código más tarde.',
  unsignable: name => `Ya no se puede firmar: ${name}`,
  unsignableTodo: 'El documento se ha retirado. Prepara el archivo como se indica y vuelve a enviarlo.',
  phone: 'Teléfono',
  problem: 'Problema',
  todo: 'Qué hacer',
  document: 'Documento',
  customer: 'Cliente',
  signer: 'Firmante',
  when: 'Cuándo',
  reason: 'Motivo',
  seal: 'Sello',
  incomplete:
    'Válido, pero todavía sin el sello de tiempo completo, que se añadirá lo antes posible. La copia más reciente está en el enlace.',
}

/** See {@link senderTexts}. */
export type SenderTexts = typeof italian

/** The texts of mails to the service company. */
export const senderTexts: Record<Language, SenderTexts> = { 'it-IT': italian, 'en-EN': english, 'es-ES': spanish }

const refusals: Record<Language, Record<PdfRefusal, string>> = {
  'it-IT': {
    unreadable: 'Il file non è un PDF leggibile. Stampalo in un nuovo PDF e invia quello.',
    too_large: 'Il file, una volta decompresso, è troppo grande.',
    too_heavy: 'Leggere il file richiede troppo tempo o troppa memoria. Stampalo in un nuovo PDF e invia quello.',
    encrypted: 'Il file è protetto da una password. Salvalo senza password e invialo di nuovo.',
    empty: 'Il file non ha pagine.',
    final: 'Il file è certificato come definitivo: la sua firma non ne ammette altre.',
    xfa: 'Il file è un modulo che solo Adobe Reader mostra. Stampalo in un nuovo PDF e invia quello.',
    form: 'Il file ha un campo che ogni lettore mostra in modo diverso. Stampalo in un nuovo PDF e invia quello.',
    comments:
      'Il file ha un commento o un altro elemento che ogni lettore mostra in modo diverso. Stampalo in un nuovo PDF e invia quello.',
    signed:
      'Il file ha già delle firme, che una modifica annullerebbe, e contiene qualcosa che i lettori mostrano in modo diverso. Stampalo in un nuovo PDF, oppure invialo com’era prima della firma.',
  },
  'en-EN': {
    unreadable: 'The file is not a PDF that can be read. Print it to a new PDF and send that.',
    too_large: 'The file is too large when it is unpacked.',
    too_heavy: 'The file takes too much time or memory to read. Print it to a new PDF and send that.',
    encrypted: 'The file is protected by a password. Save it without a password and send it again.',
    empty: 'The file has no page.',
    final: 'The file is certified as final: its signature allows no other.',
    xfa: 'The file is a form that only Adobe Reader shows. Print it to a new PDF and send that.',
    form: 'The file has a form field that each reader shows differently. Print it to a new PDF and send that.',
    comments:
      'The file has a comment or another part that each reader shows differently. Print it to a new PDF and send that.',
    signed:
      'The file already has signatures, which a change would break, and something in it that readers show differently. Print it to a new PDF, or send it as it was before it was signed.',
  },
  'es-ES': {
    unreadable: 'El archivo no es un PDF que se pueda leer. Imprímelo en un PDF nuevo y envía ese.',
    too_large: 'El archivo es demasiado grande una vez descomprimido.',
    too_heavy: 'Leer el archivo requiere demasiado tiempo o memoria. Imprímelo en un PDF nuevo y envía ese.',
    encrypted: 'El archivo está protegido con contraseña. Guárdalo sin contraseña y vuelve a enviarlo.',
    empty: 'El archivo no tiene páginas.',
    final: 'El archivo está certificado como definitivo: su firma no admite otras.',
    xfa: 'El archivo es un formulario que solo muestra Adobe Reader. Imprímelo en un PDF nuevo y envía ese.',
    form: 'El archivo tiene un campo que cada lector muestra de forma distinta. Imprímelo en un PDF nuevo y envía ese.',
    comments:
      'El archivo tiene un comentario u otro elemento que cada lector muestra de forma distinta. Imprímelo en un PDF nuevo y envía ese.',
    signed:
      'El archivo ya tiene firmas, que un cambio anularía, y contiene algo que los lectores muestran de forma distinta. Imprímelo en un PDF nuevo o envíalo como estaba antes de firmarlo.',
  },
}

/** Why a file cannot be signed and what to do. */
export const refusalReason = (language: Language, why: PdfRefusal): string => refusals[language][why]
