import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

/** Width and height in points. */
export const A4: [number, number] = [595.28, 841.89]

const readFontFile = (name: string) =>
  readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** Breaks a text into lines no wider than `width`; a word that is wider by itself is split. */
export const wrapText = (text: string, font: PDFFont, size: number, width: number): string[] => {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

/** Embeds the fonts of our generated pages into a document; they cover the letters of all European languages. */
export const embedFonts = async (document: PDFDocument): Promise<{ regular: PDFFont; bold: PDFFont }> => {
  document.registerFontkit(fontkit)
  return {
    regular: await document.embedFont(await readFontFile('DejaVuSans'), { subset: true }),
    bold: await document.embedFont(await readFontFile('DejaVuSans-Bold'), { subset: true }),
  }
}
