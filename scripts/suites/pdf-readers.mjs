import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

/** Whether the PDF programs that look at sealed documents are here, or could be installed now. Without them their tests are left out. */
export const findPdfReaders = async () =>
  ['pdfsig', 'pdftotext', 'qpdf'].every(name => existsSync(`/usr/bin/${name}`)) || aptInstall('poppler-utils', 'qpdf')
