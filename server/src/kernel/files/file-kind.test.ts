import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../test/servers/event-loop.ts'
import { isInline, sniff, sniffElectronicInvoice } from './file-kind.ts'
import { cleanFileName } from './file-name.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF')
const GIF = bytes('GIF89a\x01\0\x01\0')
const WEBP = bytes('RIFF\x24\0\0\0WEBPVP8 ')
const BMP = bytes('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')
const PDF = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3')
const ZIP = bytes('PK\x03\x04\x14\0\0\0')
const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const HTML = bytes('<!doctype html><script>alert(1)</script>')
const TEXT = bytes('Buongiorno, la stampante non va.')
const PE = Buffer.concat([bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'), Buffer.alloc(100), bytes('PE\0\0')])
const ELF = bytes('\x7fELF\x02\x01\x01')

const OTHER = { mediaType: 'application/octet-stream', kind: 'other', inline: false }

describe('sniff', () => {
  test.each([
    ['a.png', PNG, 'image/png'],
    ['a.JPG', JPEG, 'image/jpeg'],
    ['a.jpeg', JPEG, 'image/jpeg'],
    ['a.bmp', BMP, 'image/bmp'],
    ['a.gif', GIF, 'image/gif'],
    ['a.webp', WEBP, 'image/webp'],
    ['a webp that a phone named.jpg', WEBP, 'image/webp'],
  ])('%s is an image, whose type its bytes determine', (name, content, mediaType) => {
    expect(sniff(content, name)).toEqual({ mediaType, kind: 'image', inline: true })
  })

  test('a PDF is recognised, also after lines that a scanner wrote before its header', () => {
    const pdf = { mediaType: 'application/pdf', kind: 'pdf', inline: true }
    expect(sniff(PDF, 'a.pdf')).toEqual(pdf)
    expect(sniff(Buffer.concat([Buffer.alloc(1000, ' '), PDF]), 'a.PDF')).toEqual(pdf)
  })

  test.each([
    ['a zip', ZIP, 'a.zip'],
    ['an empty zip', bytes('PK\x05\x06'), 'a.zip'],
    ['a Word file', ZIP, 'a.docx'],
    ['an encrypted Word file', bytes('\xd0\xcf\x11\xe0'), 'a.docx'],
    ['SVG with script', SVG, 'a.svg'],
    ['HTML', HTML, 'a.html'],
    ['text', TEXT, 'a.txt'],
    ['a photo from a phone', bytes('\0\0\0\x18ftypheic'), 'IMG_1.HEIC'],
    ['an image without its extension', PNG, 'foto'],
    ['a PDF named as text', PDF, 'a.txt'],
    [
      'text that begins like a program',
      bytes('MZ e altre sigle di provincia, un elenco lungo più di sessantaquattro byte'),
      'a.txt',
    ],
    ['an unknown type', bytes('\x01'), '...'],
  ])('%s is accepted as a download', (_, content, name) => expect(sniff(content, name)).toEqual(OTHER))

  test.each<[string, Buffer, string]>([
    ['a zip named .png', ZIP, 'a.png'],
    ['SVG named .png', SVG, 'a.png'],
    ['HTML named .jpg', HTML, 'a.jpg'],
    ['HTML named .gif', HTML, 'a.gif'],
    ['a PDF named .png', PDF, 'a.png'],
    ['text named .bmp that begins like one', bytes('BM, ossia Banca del Mobile'), 'a.bmp'],
    ['an image named .pdf', PNG, 'a.pdf'],
    [
      'HTML with a PDF header beyond the first 1024 bytes',
      Buffer.concat([HTML, Buffer.alloc(1100, ' '), PDF]),
      'a.pdf',
    ],
    ['text named .zip', TEXT, 'a.zip'],
    ['a self-extracting zip', Buffer.concat([PE, ZIP]), 'a.zip'],
    ['a program named .txt', PE, 'a.txt'],
    ['a Linux program', ELF, 'a'],
    ['a Mac program', bytes('\xcf\xfa\xed\xfe\x07\0\0\x01'), 'a'],
    ['a Java class', bytes('\xca\xfe\xba\xbe\0\0\0\x34'), 'a.bin'],
    ['a shell script', bytes('#!/bin/sh\nrm -rf /'), 'leggimi.txt'],
    ['a shell script after a byte order mark', bytes('\xef\xbb\xbf#! /usr/bin/env node'), 'leggimi'],
    ['a program that is also a PDF', Buffer.concat([PE, PDF]), 'a.pdf'],
    ['a Windows shortcut', bytes('L\0\0\0\x01\x14\x02\0'), 'a.txt'],
    ...[
      'bat',
      'CMD',
      'ps1',
      'vbs',
      'js',
      'jar',
      'msi',
      'lnk',
      'apk',
      'hta',
      'scr',
      'com',
      'sh',
      'exe',
      'chm',
      'iso',
      'img',
      'vhd',
      'vhdx',
      'one',
      'website',
      'library-ms',
      'search-ms',
      'diagcab',
      'xbap',
    ].map((ending): [string, Buffer, string] => [`anything named .${ending}`, TEXT, `a.${ending}`]),
  ])('%s is refused', (_, content, name) => expect(sniff(content, name)).toBeUndefined())

  test.each(['a.EXE::$DATA', 'a.exe:x:$DATA', 'a.exe::$data ', 'a.exe::$DATA.', 'a.exe. .'])(
    '%s is refused after its name is cleaned',
    name => expect(sniff(TEXT, cleanFileName(name))).toBeUndefined(),
  )
})

describe('the original of an electronic invoice', () => {
  const XML = bytes('<?xml version="1.0" encoding="UTF-8"?>\n<p:FatturaElettronica versione="FPR12">')
  const signed = (length: string) => bytes(`0${length}\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80`)
  const SIGNED = signed('\x82\x12\x34')
  const base64 = SIGNED.toString('base64').replace(/.{4}/g, '$&\r\n')

  test.each<[string, Buffer, string]>([
    ['XML', XML, 'a.xml'],
    ['XML without a declaration', bytes('<FatturaElettronica/>'), 'a.XML'],
    [
      'XML after a byte order mark, a style sheet and a comment',
      bytes('\xef\xbb\xbf<?xml?><?x a="b"?>\n<!-- <html> --><a/>'),
      'a.xml',
    ],
    ['XML in UTF-16', Buffer.from(`\ufeff${XML}`, 'utf16le'), 'a.xml'],
    ['a signed file', SIGNED, 'a.xml.p7m'],
    ['a signed file of indefinite length', signed('\x80'), 'a.p7m'],
    ['a signed file in Base64', bytes(base64), 'a.xml.p7m'],
    ['a signed file in Base64 with PEM lines', bytes(`-----BEGIN PKCS7-----\n${base64}\n-----END PKCS7-----`), 'a.p7m'],
  ])('may be %s, as a download', (_, content, name) => expect(sniffElectronicInvoice(content, name)).toEqual(OTHER))

  test.each<[string, Buffer, string]>([
    ['XML with another extension', XML, 'a.txt'],
    ['a PDF', PDF, 'a.pdf'],
    ['a PDF named .xml', PDF, 'a.xml'],
    ['text named .xml', TEXT, 'a.xml'],
    ['HTML named .xml', HTML, 'a.xml'],
    ['XHTML named .xml', bytes('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'), 'a.xml'],
    ['SVG named .xml', SVG, 'a.xml'],
    ['a document type', bytes('<!DOCTYPE a SYSTEM "b"><a/>'), 'a.xml'],
    ['a signed file named .xml', SIGNED, 'a.xml'],
    ['XML named .p7m', XML, 'a.p7m'],
    ['a zip named .p7m', ZIP, 'a.p7m'],
    ['a program named .p7m', PE, 'a.p7m'],
    ['signed data not at the beginning', Buffer.concat([bytes('0'), Buffer.alloc(9), SIGNED]), 'a.p7m'],
    ['a file with the extension of a program', XML, 'a.xml.exe'],
    ['nothing', Buffer.alloc(0), 'a.xml'],
  ])('is not %s', (_, content, name) => expect(sniffElectronicInvoice(content, name)).toBeUndefined())

  test('is recognised quickly, however it begins', () => {
    const begun = processorTime()
    for (const piece of ['<?a?>', '<!--a-->', '<!-- ', ' ', '<a:', '-'])
      sniffElectronicInvoice(bytes(piece.repeat(4100).slice(0, 4100)), 'a.xml')
    expect(processorTime() - begun).toBeLessThan(1000)
  })
})

test('only the types of real images and PDF files are shown inline', () => {
  expect(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'application/pdf'].every(isInline)).toBe(
    true,
  )
  expect(['image/svg+xml', 'text/html', 'text/plain', 'application/octet-stream', ''].some(isInline)).toBe(false)
})
