import type { Language } from '@portico/contract/language'

/**
 * What the checks find and advise, in the languages of the staff room: English with `{0}` for each part that varies, Italian, Spanish.
 * The command line is English. What is not here is what another program says, such as a mail server.
 */
const sentences: readonly (readonly [english: string, italian: string, spanish: string])[] = [
  ['every setting can be read', 'tutte le impostazioni si leggono', 'todos los ajustes se leen'],
  [
    'every setting can be read; the secret key is made by the first start',
    'tutte le impostazioni si leggono; la chiave segreta nasce al primo avvio',
    'todos los ajustes se leen; la clave secreta se crea en el primer arranque',
  ],
  [
    '{0} can be read by other users of this machine',
    'altri utenti di questa macchina possono leggere {0}',
    'otros usuarios de esta máquina pueden leer {0}',
  ],
  ['Run `chmod 600 {0}`.', 'Esegui `chmod 600 {0}`.', 'Ejecuta `chmod 600 {0}`.'],
  [
    'PostgreSQL {0}, {1} of {2} connections in use',
    'PostgreSQL {0}, {1} connessioni in uso su {2}',
    'PostgreSQL {0}, {1} conexiones en uso de {2}',
  ],
  [
    'Portico needs PostgreSQL 15 or later: upgrade it.',
    'Portico richiede PostgreSQL 15 o successivo: aggiornalo.',
    'Portico necesita PostgreSQL 15 o posterior: actualízalo.',
  ],
  ['its encoding is {0}', 'la sua codifica è {0}', 'su codificación es {0}'],
  [
    'Make the database anew with encoding UTF8.',
    'Ricrea il database con codifica UTF8.',
    'Vuelve a crear la base de datos con codificación UTF8.',
  ],
  ['only {0} connections are left', 'restano solo {0} connessioni', 'solo quedan {0} conexiones'],
  [
    'Each process takes up to {0}: raise max_connections.',
    'Ogni processo ne usa fino a {0}: alza max_connections.',
    'Cada proceso usa hasta {0}: aumenta max_connections.',
  ],
  ['the extension btree_gist is there', 'l’estensione btree_gist c’è', 'la extensión btree_gist está instalada'],
  [
    'the extension btree_gist is not installed',
    'l’estensione btree_gist non è installata',
    'la extensión btree_gist no está instalada',
  ],
  [
    'Install the contributed modules (postgresql-contrib).',
    'Installa i moduli aggiuntivi (postgresql-contrib).',
    'Instala los módulos adicionales (postgresql-contrib).',
  ],
  [
    'the extension btree_gist will be made by the first start',
    'il primo avvio creerà l’estensione btree_gist',
    'el primer arranque creará la extensión btree_gist',
  ],
  [
    'the extension btree_gist is not in the database, and this user may not make it',
    'l’estensione btree_gist non è nel database e questo utente non può crearla',
    'la extensión btree_gist no está en la base de datos y este usuario no puede crearla',
  ],
  [
    'Let an administrator run `create extension btree_gist` in it.',
    'Fai eseguire da un amministratore `create extension btree_gist` nel database.',
    'Pide a un administrador que ejecute `create extension btree_gist` en ella.',
  ],
  ['every migration is applied', 'tutte le migrazioni sono applicate', 'todas las migraciones están aplicadas'],
  [
    '{0} migrations are not applied yet',
    '{0} migrazioni non sono ancora applicate',
    '{0} migraciones aún no están aplicadas',
  ],
  [
    'Start the portal, or run `portico migrate`.',
    'Avvia il portale o esegui `portico migrate`.',
    'Arranca el portal o ejecuta `portico migrate`.',
  ],
  ['{0} may not make tables', '{0} non può creare tabelle', '{0} no puede crear tablas'],
  [
    'Run `grant create on schema public to {0}`, or make {1} the owner of the database.',
    'Esegui `grant create on schema public to {0}` o rendi {1} proprietario del database.',
    'Ejecuta `grant create on schema public to {0}` o haz a {1} propietario de la base de datos.',
  ],
  [
    '{0} does not own {1} tables, {2} among them',
    '{0} non è proprietario di {1} tabelle, tra cui {2}',
    '{0} no es propietario de {1} tablas, entre ellas {2}',
  ],
  [
    'Make {0} their owner: `reassign owned by … to {1}`.',
    'Rendi {0} loro proprietario: `reassign owned by … to {1}`.',
    'Haz a {0} su propietario: `reassign owned by … to {1}`.',
  ],
  [
    '{0} owns what is in the schema {1}',
    '{0} possiede quello che c’è nello schema {1}',
    '{0} es propietario de lo que hay en el esquema {1}',
  ],
  [
    'the clocks of this machine and of the database are {0} seconds apart',
    'gli orologi di questa macchina e del database differiscono di {0} secondi',
    'los relojes de esta máquina y de la base de datos difieren en {0} segundos',
  ],
  [
    'Keep both by NTP: `timedatectl set-ntp true`.',
    'Regolali entrambi con NTP: `timedatectl set-ntp true`.',
    'Ajusta ambos con NTP: `timedatectl set-ntp true`.',
  ],
  [
    'its clock and that of this machine agree',
    'il suo orologio e quello di questa macchina concordano',
    'su reloj y el de esta máquina coinciden',
  ],
  [
    'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.',
    'Controlla DATABASE_URL, e che PostgreSQL sia attivo e accetti questa macchina.',
    'Comprueba DATABASE_URL, y que PostgreSQL funcione y acepte esta máquina.',
  ],
  [
    '{0} jobs of the kind {1} were given up',
    '{0} lavori del tipo {1} sono stati abbandonati',
    'se abandonaron {0} tareas del tipo {1}',
  ],
  [
    '{0} jobs of the kind {1} were given up, the last because: {2}',
    '{0} lavori del tipo {1} sono stati abbandonati, l’ultimo perché: {2}',
    'se abandonaron {0} tareas del tipo {1}, la última porque: {2}',
  ],
  [
    'Mend the cause, then try them again: `portico jobs retry --all --kind {0}`; `portico jobs list` shows them, `portico jobs remove` gives them up for good.',
    'Elimina la causa, poi ritentali nella pagina «Lavori falliti» o con `portico jobs retry --all --kind {0}`.',
    'Elimina la causa y vuelve a intentarlas en la página «Tareas fallidas» o con `portico jobs retry --all --kind {0}`.',
  ],
  [
    '{0} jobs of the kind {1} have failed for more than 30 minutes, the last because: {2}',
    '{0} lavori del tipo {1} falliscono da più di 30 minuti, l’ultimo perché: {2}',
    '{0} tareas del tipo {1} fallan desde hace más de 30 minutos, la última porque: {2}',
  ],
  [
    'Mend the cause: they are tried again by themselves, with growing delays.',
    'Elimina la causa: vengono ritentati da soli, a intervalli crescenti.',
    'Elimina la causa: se reintentan solas, a intervalos crecientes.',
  ],
  [
    '{0} jobs have been due for more than 5 minutes',
    '{0} lavori sono in ritardo di più di 5 minuti',
    '{0} tareas llevan más de 5 minutos de retraso',
  ],
  ['Is the portal running?', 'Il portale è attivo?', '¿Está funcionando el portal?'],
  [
    "{0} jobs of the kind {1} were set aside: the portal's process died three times in a row while they ran",
    '{0} lavori del tipo {1} sono stati messi da parte: il processo del portale è caduto tre volte di seguito mentre erano in corso',
    '{0} tareas del tipo {1} se han apartado: el proceso del portal cayó tres veces seguidas mientras se ejecutaban',
  ],
  [
    'They are tried again by themselves after an hour, with nothing beside them, and given up if the process dies again. See in the journal why it died.',
    'Vengono ritentati da soli dopo un’ora, senza altro accanto, e abbandonati se il processo cade ancora. Guarda nel registro di sistema perché è caduto.',
    'Se reintentan solas al cabo de una hora, sin nada más al lado, y se abandonan si el proceso vuelve a caer. Mira en el registro del sistema por qué cayó.',
  ],
  ['{0} wait, none was given up', '{0} in attesa, nessuno abbandonato', '{0} en espera, ninguna abandonada'],
  [
    'a transaction that has been open for {0} seconds holds back webhooks, feed and live events',
    'una transazione aperta da {0} secondi trattiene webhook, feed ed eventi dal vivo',
    'una transacción abierta desde hace {0} segundos retiene webhooks, feed y eventos en vivo',
  ],
  [
    'End it: `select pg_terminate_backend(pid)` of the oldest one in pg_stat_activity.',
    'Terminala: `select pg_terminate_backend(pid)` della più vecchia in pg_stat_activity.',
    'Termínala: `select pg_terminate_backend(pid)` de la más antigua en pg_stat_activity.',
  ],
  [
    'the webhook to {0} of {1} is off: {2}',
    'il webhook verso {0} di {1} è spento: {2}',
    'el webhook hacia {0} de {1} está apagado: {2}',
  ],
  [
    'Mend its receiver, then switch it on again over the operator API.',
    'Ripara il ricevente, poi riaccendilo nelle impostazioni dell’azienda.',
    'Repara el receptor y vuelve a activarlo en los ajustes de la empresa.',
  ],
  [
    'Mend its receiver, then retry them over the operator API (`/webhooks/{webhook}/deliveries`).',
    'Ripara il ricevente, poi ritentale nelle impostazioni dell’azienda.',
    'Repara el receptor y vuelve a intentarlas en los ajustes de la empresa.',
  ],
  [
    '{0} deliveries to {1} of {2} are parked',
    '{0} consegne a {1} di {2} sono ferme',
    '{0} entregas a {1} de {2} están paradas',
  ],
  ['{0} there, nothing is parked', '{0} presenti, nessuna consegna ferma', '{0} en total, ninguna entrega parada'],
  ['there is none yet', 'non ce n’è ancora', 'todavía no hay ninguno'],
  [
    '{0} there, new tickets of each reach somebody',
    '{0} presenti, i nuovi ticket di ognuno arrivano a qualcuno',
    '{0} en total, los nuevos tickets de cada uno llegan a alguien',
  ],
  [
    'the portal {0} has no ticket types, so its customers cannot raise tickets',
    'il portale {0} non ha tipi di ticket: i clienti non possono aprirne',
    'el portal {0} no tiene tipos de ticket: los clientes no pueden abrir ninguno',
  ],
  [
    'Run `portico portal types {0} NAME …`.',
    'Aggiungili nelle impostazioni del portale {0}, scheda «Ticket».',
    'Añádelos en los ajustes del portal {0}, pestaña «Tickets».',
  ],
  [
    'nobody is mailed about new tickets in the portal {0}',
    'nessuno riceve e-mail sui nuovi ticket del portale {0}',
    'nadie recibe correos sobre los nuevos tickets del portal {0}',
  ],
  [
    'nobody is mailed about new tickets of the type {0} in the portal {1}',
    'nessuno riceve e-mail sui nuovi ticket di tipo {0} del portale {1}',
    'nadie recibe correos sobre los nuevos tickets de tipo {0} del portal {1}',
  ],
  [
    'Run `portico portal brand {0} --support-email ADDRESS`, or give each ticket type a group with an e-mail address.',
    'Imposta l’indirizzo dell’assistenza del portale {0}, oppure dai a ogni tipo di ticket una squadra con un indirizzo e-mail.',
    'Indica la dirección de asistencia del portal {0}, o da a cada tipo de ticket un equipo con una dirección de correo.',
  ],
  [
    'the API key {0} ({1}) of {2} expired on {3}',
    'la chiave API {0} ({1}) di {2} è scaduta il {3}',
    'la clave de API {0} ({1}) de {2} caducó el {3}',
  ],
  [
    'the API key {0} ({1}) of {2} expires on {3}',
    'la chiave API {0} ({1}) di {2} scade il {3}',
    'la clave de API {0} ({1}) de {2} caduca el {3}',
  ],
  [
    'Make another (`portico apikey add`), give it to the program that uses this one, then `portico apikey revoke {0}`.',
    'Creane un’altra, dalla al programma che usa questa, poi revoca la {0}.',
    'Crea otra, dásela al programa que usa esta y revoca la {0}.',
  ],
  [
    'none has expired, none is about to',
    'nessuna è scaduta né sta per scadere',
    'ninguna ha caducado ni está por caducar',
  ],
  [
    'it gave back something else than it was given',
    'ha restituito altro da quello che ha ricevuto',
    'devolvió algo distinto de lo que recibió',
  ],
  ['Do not use this storage.', 'Non usare questo archivio.', 'No uses este almacenamiento.'],
  [
    'a probe was written, read and deleted',
    'una prova è stata scritta, letta e cancellata',
    'se escribió, leyó y borró una prueba',
  ],
  ['{0} is not there yet', '{0} non c’è ancora', '{0} todavía no existe'],
  ['Start the portal.', 'Avvia il portale.', 'Arranca el portal.'],
  [
    'Check STORAGE_URL: address, bucket, key and secret, and that the key may read, write and delete.',
    'Controlla STORAGE_URL: indirizzo, bucket, chiave e segreto, e che la chiave possa leggere, scrivere e cancellare.',
    'Comprueba STORAGE_URL: dirección, bucket, clave y secreto, y que la clave pueda leer, escribir y borrar.',
  ],
  [
    'See that the folder `files` in DATA_DIR can be written to, and that the disk is not full.',
    'Controlla che la cartella `files` in DATA_DIR sia scrivibile e che il disco non sia pieno.',
    'Comprueba que se pueda escribir en la carpeta `files` de DATA_DIR y que el disco no esté lleno.',
  ],
  ['it is made by the first start', 'nasce al primo avvio', 'se crea en el primer arranque'],
  ['it opens, and is valid until {0}', 'si apre, ed è valido fino al {0}', 'se abre, y es válido hasta el {0}'],
  [
    'Set SIGNING_P12 to a new one; what is sealed already stays as it is.',
    'Imposta SIGNING_P12 su uno nuovo; quello che è già sigillato resta com’è.',
    'Pon uno nuevo en SIGNING_P12; lo que ya está sellado se queda como está.',
  ],
  [
    'the authority of TSA_URL stamps',
    'l’autorità di TSA_URL appone marche temporali',
    'la autoridad de TSA_URL emite sellos de tiempo',
  ],
  [
    'what proves its stamps for the long term can be had: documents are sealed at PAdES B-LT',
    'le prove a lungo termine delle sue marche si ottengono: i documenti sono sigillati a PAdES B-LT',
    'las pruebas a largo plazo de sus sellos se obtienen: los documentos se sellan en PAdES B-LT',
  ],
  [
    'its stamps cannot be proven for the long term: {0}',
    'le sue marche non si possono provare a lungo termine: {0}',
    'sus sellos no se pueden probar a largo plazo: {0}',
  ],
  [
    'Until that can be had, documents stay at PAdES B-T: let this machine reach the addresses in the certificates of the authority (over a private network with TSA_ALLOW_PRIVATE=1), or ask the authority.',
    'Fino ad allora i documenti restano a PAdES B-T: lascia che questa macchina raggiunga gli indirizzi nei certificati dell’autorità (in una rete privata con TSA_ALLOW_PRIVATE=1), o chiedi all’autorità.',
    'Hasta entonces los documentos se quedan en PAdES B-T: deja que esta máquina llegue a las direcciones de los certificados de la autoridad (en una red privada con TSA_ALLOW_PRIVATE=1), o pregunta a la autoridad.',
  ],
  [
    '{0} signed documents are sealed at {1} only',
    '{0} documenti firmati sono sigillati solo a {1}',
    '{0} documentos firmados están sellados solo en {1}',
  ],
  [
    '{0} signed documents are sealed at {1} only: {2}',
    '{0} documenti firmati sono sigillati solo a {1}: {2}',
    '{0} documentos firmados están sellados solo en {1}: {2}',
  ],
  [
    'They are tried again with growing delays, for a month; what is given up is among the jobs.',
    'Si ritenta per un mese, a intervalli crescenti; quello che si abbandona è tra i lavori falliti.',
    'Se reintenta durante un mes, a intervalos crecientes; lo que se abandona está entre las tareas fallidas.',
  ],
  [
    'Check SIGNING_P12 and SIGNING_P12_PASSWORD.',
    'Controlla SIGNING_P12 e SIGNING_P12_PASSWORD.',
    'Comprueba SIGNING_P12 y SIGNING_P12_PASSWORD.',
  ],
  [
    'SECRET_KEY is not the one with which this installation was begun: set that one again.',
    'SECRET_KEY non è quella con cui è nata questa installazione: rimetti quella.',
    'SECRET_KEY no es la clave con la que empezó esta instalación: vuelve a poner aquella.',
  ],
  [
    'Check TSA_URL; until it answers, documents are sealed without a time stamp, and stamped later.',
    'Controlla TSA_URL; finché non risponde, i documenti si sigillano senza marca temporale, che arriva dopo.',
    'Comprueba TSA_URL; hasta que responda, los documentos se sellan sin sello de tiempo, que llega después.',
  ],
  [
    'the files of {0} fill {1} % of their {2}',
    'i file di {0} occupano il {1} % dei loro {2}',
    'los archivos de {0} ocupan el {1} % de sus {2}',
  ],
  [
    'At 100 % its uploads are refused. Allow more: `portico company quota {0} SIZE`; or let the company remove some.',
    'Al 100 % i caricamenti vengono rifiutati. Concedi più spazio con `portico company quota {0} SIZE`, o fai togliere dei file all’azienda.',
    'Al 100 % se rechazan las cargas. Concede más espacio con `portico company quota {0} SIZE`, o pide a la empresa que quite archivos.',
  ],
  [
    'no service company has filled its own',
    'nessuna azienda ha riempito il suo spazio',
    'ninguna empresa ha llenado su espacio',
  ],
  ['{0} GB are free where {1} is', '{0} GB liberi dove si trova {1}', '{0} GB libres donde está {1}'],
  [
    'Make room, or move it to a larger disk.',
    'Libera spazio o spostala su un disco più grande.',
    'Libera espacio o muévela a un disco más grande.',
  ],
  ['See that the folder is there.', 'Controlla che la cartella ci sia.', 'Comprueba que la carpeta exista.'],
  [
    'BACKUP_DIR does not say where backups are',
    'BACKUP_DIR non dice dove sono i backup',
    'BACKUP_DIR no dice dónde están las copias de seguridad',
  ],
  [
    'Set it to a folder on another disk. Have pg_dump write there every night, as docs/operating.md says.',
    'Impostala su una cartella di un altro disco. Fai scrivere lì pg_dump ogni notte, come dice docs/operating.md.',
    'Ponla en una carpeta de otro disco. Haz que pg_dump escriba ahí cada noche, como dice docs/operating.md.',
  ],
  [
    'Set it to a folder on another disk. Run `portico backup` every night, as docs/operating.md says.',
    'Impostala su una cartella di un altro disco. Esegui `portico backup` ogni notte, come dice docs/operating.md.',
    'Ponla en una carpeta de otro disco. Ejecuta `portico backup` cada noche, como dice docs/operating.md.',
  ],
  [
    'Have pg_dump write there every night, as docs/operating.md says.',
    'Fai scrivere lì pg_dump ogni notte, come dice docs/operating.md.',
    'Haz que pg_dump escriba ahí cada noche, como dice docs/operating.md.',
  ],
  [
    'Run `portico backup` every night, as docs/operating.md says.',
    'Esegui `portico backup` ogni notte, come dice docs/operating.md.',
    'Ejecuta `portico backup` cada noche, como dice docs/operating.md.',
  ],
  ['there is none in {0}', 'in {0} non ce n’è', 'no hay ninguna en {0}'],
  [
    'a backup was broken off and takes space in {0}',
    'un backup è stato interrotto e occupa spazio in {0}',
    'una copia de seguridad se interrumpió y ocupa espacio en {0}',
  ],
  ['Remove the folder {0}.', 'Elimina la cartella {0}.', 'Elimina la carpeta {0}.'],
  ['the newest in {0} is {1} hours old', 'l’ultimo in {0} è di {1} ore fa', 'la última en {0} es de hace {1} horas'],
  [
    'See that BACKUP_DIR is a folder that can be read.',
    'Controlla che BACKUP_DIR sia una cartella leggibile.',
    'Comprueba que BACKUP_DIR sea una carpeta legible.',
  ],
  ['{0} lets us in', '{0} ci accetta', '{0} nos acepta'],
  ['{0} lets us in, by TLS', '{0} ci accetta, con TLS', '{0} nos acepta, con TLS'],
  [
    '{0} lets us in, but without TLS: password and links can be read on the way',
    '{0} ci accetta, ma senza TLS: password e link si possono leggere per strada',
    '{0} nos acepta, pero sin TLS: contraseñas y enlaces se pueden leer por el camino',
  ],
  [
    'Use smtps://, or a server with STARTTLS and `?requireTLS=true`.',
    'Usa smtps://, o un server con STARTTLS e `?requireTLS=true`.',
    'Usa smtps://, o un servidor con STARTTLS y `?requireTLS=true`.',
  ],
  ['mails are only written to {0}', 'le e-mail si scrivono soltanto in {0}', 'los correos solo se escriben en {0}'],
  [
    'Set SMTP_URL and MAIL_FROM, so that they reach anybody.',
    'Imposta SMTP_URL e MAIL_FROM, perché arrivino a qualcuno.',
    'Define SMTP_URL y MAIL_FROM para que lleguen a alguien.',
  ],
  ['{0} answers; --send-sms NUMBER tries whether it takes messages', '{0} risponde', '{0} responde'],
  ['text messages are only written to {0}', 'gli SMS si scrivono soltanto in {0}', 'los SMS solo se escriben en {0}'],
  [
    'Set SMS_URL, so that the codes for signing reach anybody.',
    'Imposta SMS_URL, perché i codici di firma arrivino a qualcuno.',
    'Define SMS_URL para que los códigos de firma lleguen a alguien.',
  ],
  [
    'Check SMTP_URL: host, port, user and password, and that this machine may connect there.',
    'Controlla SMTP_URL: host, porta, utente e password, e che questa macchina possa collegarsi.',
    'Comprueba SMTP_URL: host, puerto, usuario y contraseña, y que esta máquina pueda conectarse.',
  ],
  [
    'Check SMS_URL: host, key and secret, and that this machine may connect there.',
    'Controlla SMS_URL: host, chiave e segreto, e che questa macchina possa collegarsi.',
    'Comprueba SMS_URL: host, clave y secreto, y que esta máquina pueda conectarse.',
  ],
  [
    '{0} answers {1}, and is not a portal',
    '{0} risponde {1}, e non è un portale',
    '{0} responde {1}, y no es un portal',
  ],
  [
    '{0} is another installation, with another SECRET_KEY',
    '{0} è un’altra installazione, con un’altra SECRET_KEY',
    '{0} es otra instalación, con otra SECRET_KEY',
  ],
  [
    'See that the proxy hands everything on to this portal, and that DNS leads to it.',
    'Controlla che il proxy inoltri tutto a questo portale e che il DNS porti al proxy.',
    'Comprueba que el proxy lo reenvíe todo a este portal y que el DNS lleve al proxy.',
  ],
  ['{0} leads here', '{0} porta qui', '{0} lleva aquí'],
  [
    '{0} is not encrypted: passwords can be read on the way',
    '{0} non è cifrato: le password si possono leggere per strada',
    '{0} no está cifrado: las contraseñas se pueden leer por el camino',
  ],
  ['Let a proxy with TLS stand before it.', 'Mettici davanti un proxy con TLS.', 'Pon delante un proxy con TLS.'],
  [
    'the certificate of {0} ends in {1} days',
    'il certificato di {0} scade tra {1} giorni',
    'el certificado de {0} caduca en {1} días',
  ],
  ['See that it is renewed by itself.', 'Controlla che si rinnovi da solo.', 'Comprueba que se renueve solo.'],
  [
    'links in mails lead to http://localhost:{0}, and HOST is {1}',
    'i link delle e-mail portano a http://localhost:{0}, e HOST è {1}',
    'los enlaces de los correos llevan a http://localhost:{0}, y HOST es {1}',
  ],
  [
    'Set PUBLIC_URL to the address that customers use.',
    'Imposta PUBLIC_URL sull’indirizzo che usano i clienti.',
    'Define PUBLIC_URL con la dirección que usan los clientes.',
  ],
  [
    'TRUST_PROXY believes everybody ({0})',
    'TRUST_PROXY si fida di chiunque ({0})',
    'TRUST_PROXY se fía de cualquiera ({0})',
  ],
  [
    'Name your proxies alone: who is believed may choose an address and pass the limits.',
    'Indica solo i tuoi proxy: chi è creduto può scegliersi un indirizzo e superare i limiti.',
    'Indica solo tus proxies: a quien se cree puede elegir una dirección y saltarse los límites.',
  ],
  [
    'what {0} says of callers is believed',
    'quello che {0} dice di chi chiama è creduto',
    'se cree lo que {0} dice de quien llama',
  ],
  [
    'PUBLIC_URL is https, so a proxy stands before the portal, but TRUST_PROXY is not set: all customers count as one address',
    'PUBLIC_URL è https, quindi davanti al portale c’è un proxy, ma TRUST_PROXY manca: tutti i clienti contano come un solo indirizzo',
    'PUBLIC_URL es https, así que hay un proxy delante del portal, pero falta TRUST_PROXY: todos los clientes cuentan como una sola dirección',
  ],
  [
    'Set TRUST_PROXY to the address of the proxy, or `loopback` where it runs on this machine.',
    'Imposta TRUST_PROXY sull’indirizzo del proxy, o `loopback` se gira su questa macchina.',
    'Pon en TRUST_PROXY la dirección del proxy, o `loopback` si funciona en esta máquina.',
  ],
  ['no proxy is believed', 'nessun proxy è creduto', 'no se cree a ningún proxy'],
  [
    'the demo, with its public passwords, is in a public portal',
    'la demo, con le sue password pubbliche, è in un portale pubblico',
    'la demo, con sus contraseñas públicas, está en un portal público',
  ],
  ['Take it out: `portico demo --remove`.', 'Toglila: `portico demo --remove`.', 'Quítala: `portico demo --remove`.'],
  [
    'See that the portal runs, that DNS leads to the proxy, and that its certificate is valid.',
    'Controlla che il portale sia attivo, che il DNS porti al proxy e che il certificato sia valido.',
    'Comprueba que el portal funcione, que el DNS lleve al proxy y que el certificado sea válido.',
  ],
  ['Check TRUST_PROXY.', 'Controlla TRUST_PROXY.', 'Comprueba TRUST_PROXY.'],
  ['Start the portal once.', 'Avvia il portale una volta.', 'Arranca el portal una vez.'],
  ['no answer within {0} seconds', 'nessuna risposta entro {0} secondi', 'ninguna respuesta en {0} segundos'],
  [
    'Its certificate is not of a public authority: name that authority in NODE_EXTRA_CA_CERTS, as docs/operating.md says.',
    'Il suo certificato non è di un’autorità pubblica: indicala in NODE_EXTRA_CA_CERTS, come dice docs/operating.md.',
    'Su certificado no es de una autoridad pública: indícala en NODE_EXTRA_CA_CERTS, como dice docs/operating.md.',
  ],
  [
    '{0} does not say which servers send its mails (no SPF record)',
    '{0} non dice quali server inviano le sue e-mail (manca il record SPF)',
    '{0} no dice qué servidores envían sus correos (falta el registro SPF)',
  ],
  [
    'Add a TXT record to {0} that names the mail server of SMTP_URL, such as `v=spf1 include:mail.example.com ~all`; its provider says what to write.',
    'Aggiungi a {0} un record TXT che indica il server di posta di SMTP_URL, per esempio `v=spf1 include:mail.example.com ~all`; il fornitore dice che cosa scrivere.',
    'Añade a {0} un registro TXT que indique el servidor de correo de SMTP_URL, por ejemplo `v=spf1 include:mail.example.com ~all`; su proveedor dice qué escribir.',
  ],
  [
    '{0} has {1} SPF records, so that none of them counts',
    '{0} ha {1} record SPF, quindi nessuno vale',
    '{0} tiene {1} registros SPF, así que ninguno vale',
  ],
  ['Join them into one record.', 'Uniscili in un solo record.', 'Únelos en un solo registro.'],
  [
    'the SPF record of {0} lets every server of the world send its mails: {1}',
    'il record SPF di {0} permette a qualsiasi server del mondo di inviare le sue e-mail: {1}',
    'el registro SPF de {0} permite que cualquier servidor del mundo envíe sus correos: {1}',
  ],
  ['End it with `~all` or `-all`.', 'Terminalo con `~all` o `-all`.', 'Termínalo con `~all` o `-all`.'],
  [
    '{0} says which servers send its mails; that of SMTP_URL must be among them: {1}',
    '{0} dice quali server inviano le sue e-mail; quello di SMTP_URL deve essere tra questi: {1}',
    '{0} dice qué servidores envían sus correos; el de SMTP_URL debe estar entre ellos: {1}',
  ],
  [
    'Portico does not sign mails (DKIM_KEY is not set): whether the mail server does shows `DKIM-Signature` in a mail that has arrived',
    'Portico non firma le e-mail (DKIM_KEY manca): se lo fa il server di posta, un’e-mail arrivata contiene `DKIM-Signature`',
    'Portico no firma los correos (falta DKIM_KEY): si lo hace el servidor de correo, un correo recibido contiene `DKIM-Signature`',
  ],
  [
    'Make {0} a TXT record: `v=DKIM1; k=rsa; p={1}`',
    'Crea il record TXT {0}: `v=DKIM1; k=rsa; p={1}`',
    'Crea el registro TXT {0}: `v=DKIM1; k=rsa; p={1}`',
  ],
  [
    'mails are signed, but nobody can check the signature: {0} has no DKIM record',
    'le e-mail sono firmate, ma nessuno può verificare la firma: manca il record DKIM {0}',
    'los correos van firmados, pero nadie puede comprobar la firma: falta el registro DKIM {0}',
  ],
  [
    'mails are signed by another key than the one in the DKIM record {0}',
    'le e-mail sono firmate con una chiave diversa da quella nel record DKIM {0}',
    'los correos van firmados con una clave distinta de la del registro DKIM {0}',
  ],
  [
    'mails are signed, and {0} has the key to check it (DKIM)',
    'le e-mail sono firmate e {0} contiene la chiave per verificarle (DKIM)',
    'los correos van firmados y {0} tiene la clave para comprobarlo (DKIM)',
  ],
  [
    '{0} does not say what happens to mails that others send in its name (no DMARC record)',
    '{0} non dice che cosa fare delle e-mail che altri inviano a suo nome (manca il record DMARC)',
    '{0} no dice qué hacer con los correos que otros envían en su nombre (falta el registro DMARC)',
  ],
  [
    'Add a TXT record _dmarc.{0}, to begin with `v=DMARC1; p=none; rua=mailto:{1}`.',
    'Aggiungi il record TXT _dmarc.{0}, per cominciare `v=DMARC1; p=none; rua=mailto:{1}`.',
    'Añade el registro TXT _dmarc.{0}, para empezar `v=DMARC1; p=none; rua=mailto:{1}`.',
  ],
  [
    'mails that others send in the name of {0} are refused (DMARC, p=reject)',
    'le e-mail che altri inviano a nome di {0} vengono rifiutate (DMARC, p=reject)',
    'los correos que otros envían en nombre de {0} se rechazan (DMARC, p=reject)',
  ],
  [
    'mails that others send in the name of {0} are treated as spam (DMARC, p=quarantine)',
    'le e-mail che altri inviano a nome di {0} finiscono nello spam (DMARC, p=quarantine)',
    'los correos que otros envían en nombre de {0} van a la carpeta de spam (DMARC, p=quarantine)',
  ],
  [
    'mails that others send in the name of {0} are only counted (DMARC, p=none)',
    'le e-mail che altri inviano a nome di {0} vengono solo contate (DMARC, p=none)',
    'los correos que otros envían en nombre de {0} solo se cuentan (DMARC, p=none)',
  ],
  [
    'DMARC of {0} takes no signature of {1} (adkim=s)',
    'il DMARC di {0} non accetta una firma di {1} (adkim=s)',
    'el DMARC de {0} no acepta una firma de {1} (adkim=s)',
  ],
  [
    'Set DKIM_DOMAIN to {0}, with a DKIM record there.',
    'Imposta DKIM_DOMAIN su {0}, con un record DKIM in quel dominio.',
    'Pon {0} en DKIM_DOMAIN, con un registro DKIM en ese dominio.',
  ],
  [
    'mails about tickets come back to {0}, so that SPF says nothing for {1}: only a DKIM signature of {2} counts for DMARC',
    'le e-mail dei ticket tornano a {0}, quindi SPF non dice nulla per {1}: per DMARC vale solo una firma DKIM di {2}',
    'los correos de los tickets vuelven a {0}, así que SPF no dice nada para {1}: para DMARC solo vale una firma DKIM de {2}',
  ],
  [
    'Have the mail server sign for it, set DKIM_KEY, or take a REPLY_ADDRESS below the domain of MAIL_FROM.',
    'Fai firmare il server di posta, imposta DKIM_KEY o scegli un REPLY_ADDRESS sotto il dominio di MAIL_FROM.',
    'Haz que firme el servidor de correo, pon DKIM_KEY o elige un REPLY_ADDRESS bajo el dominio de MAIL_FROM.',
  ],
  [
    'answers to {0} have a mail server',
    'le risposte a {0} hanno un server di posta',
    'las respuestas a {0} tienen un servidor de correo',
  ],
  [
    'answers to {0} arrive nowhere: it has no mail server',
    'le risposte a {0} non arrivano da nessuna parte: non ha un server di posta',
    'las respuestas a {0} no llegan a ninguna parte: no tiene servidor de correo',
  ],
  [
    'Add an MX record to {0} that names the server that hands its mails to Portico.',
    'Aggiungi a {0} un record MX che indica il server che consegna le sue e-mail a Portico.',
    'Añade a {0} un registro MX que indique el servidor que entrega sus correos a Portico.',
  ],
  [
    'DNS did not answer about {0} ({1}): this says nothing about the domain',
    'il DNS non ha risposto su {0} ({1}): questo non dice nulla del dominio',
    'el DNS no respondió sobre {0} ({1}): esto no dice nada del dominio',
  ],
  [
    'See that this machine reaches a DNS server, or name one in DNS_SERVER.',
    'Controlla che questa macchina raggiunga un server DNS, o indicane uno in DNS_SERVER.',
    'Comprueba que esta máquina llegue a un servidor DNS, o indica uno en DNS_SERVER.',
  ],
  ['Check DKIM_KEY and DNS_SERVER.', 'Controlla DKIM_KEY e DNS_SERVER.', 'Comprueba DKIM_KEY y DNS_SERVER.'],
]

const place = /\{\d\}/

const patternOf = (english: string): RegExp => {
  const parts = english.split(place).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

// The longest first: a shorter one may fit as well.
const patterns = sentences
  .map(([english, it, es]) => ({ english, pattern: patternOf(english), texts: { 'it-IT': it, 'es-ES': es } }))
  .sort((a, b) => b.english.length - a.english.length)

/** A sentence of a check in a language; one that is not known stays as it is. */
export const translateFinding = (english: string, language: Language): string => {
  if (language === 'en-EN') return english
  for (const { pattern, texts } of patterns) {
    const values = pattern.exec(english)
    if (values) return texts[language].replace(/\{(\d)\}/g, (_, at) => values[Number(at) + 1] ?? '')
  }
  return english
}
