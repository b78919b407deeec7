import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

/** Whether the PDF programs that check sealed documents are installed or could be installed now. Without them their tests are skipped. */
export const findPdfReaders = async () =>
  ['pdfsig', 'pdftotext', 'qpdf'].every(name => existsSync(`/usr/bin/${name}`)) ||
  aptInstall('Checking signed files with other PDF programs', 'poppler-utils', 'qpdf')
