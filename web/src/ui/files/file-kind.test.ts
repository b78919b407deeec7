import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attachmentKind,
  attachmentLabel,
  fileKind,
  isContentChecked,
  isImageAttachment,
  isPreviewable,
} from './file-kind.ts'

test.each([
  ['a.png', 'image'],
  ['a.JPG', 'image'],
  ['a.b.jpeg', 'image'],
  ['a.pdf', 'pdf'],
  ['a.docx', 'doc'],
  ['a.doc', 'file'],
  ['a.zip', 'zip'],
  ['a.bmp', 'file'],
  ['pdf', 'file'],
  ['.pdf', 'file'],
  ['', 'file'],
])('the icon of %s is %s', (name, kind) => expect(fileKind(name)).toBe(kind))

test('bmp is a picture among attachments, though not among documents', () => {
  expect(isImageAttachment('photo.BMP')).toBe(true)
  expect(attachmentKind('photo.BMP')).toBe('image')
  expect(isImageAttachment('photo.gif')).toBe(false)
})

test('the server checks the content of pictures, PDF and zip files only', () => {
  expect(['a.PDF', 'a.zip', 'a.webp', 'a.gif'].every(isContentChecked)).toBe(true)
  expect(['a.exe', 'a.txt', 'a'].some(isContentChecked)).toBe(false)
})

test('only PDF and images can be previewed', () => {
  expect(['a.pdf', 'a.png', 'a.jpg', 'a.jpeg'].every(isPreviewable)).toBe(true)
  expect(['a.docx', 'a.zip', 'a.txt', 'a'].some(isPreviewable)).toBe(false)
})

test('a name of 20 characters is shown in full, one of 21 is cut to 19 and an ellipsis', () => {
  expect(attachmentLabel('abcdefghijklmnop.pdf')).toBe('ABCDEFGHIJKLMNOP.PDF')
  expect(attachmentLabel('alarm-log-week-46.csv')).toBe('ALARM-LOG-WEEK-46.C…')
})

test('a label never has more than 20 characters and never splits one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), name => {
      const label = attachmentLabel(name)
      expect([...label].length).toBeLessThanOrEqual(20)
      expect(() => encodeURIComponent(label)).not.toThrow()
      if (label.endsWith('…') && !name.endsWith('…'))
        expect(name.toUpperCase().startsWith(label.slice(0, -1))).toBe(true)
      else expect(label).toBe(name.toUpperCase())
    }),
  )
})
