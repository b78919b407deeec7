import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import { embedFonts } from '../../kernel/pdf/pdf-page.ts'

/** Letters that stand one after the other from left to right; others need more than a font. */
const SIMPLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u
const PICTURE = /\p{Emoji_Presentation}/u

/** Fonts for what is drawn onto pages, each embedded when it is needed first. */
export type PageFonts = {
  /** Helvetica, which readers use for such texts; for letters that it lacks a font that has them. Throws where there is none. */
  fontFor(text: string): Promise<PDFFont>
  dingbats(): Promise<PDFFont>
}

export const openPageFonts = (document: PDFDocument): PageFonts => {
  let helvetica: Promise<PDFFont> | undefined
  let everyLetter: Promise<PDFFont> | undefined
  let dingbats: Promise<PDFFont> | undefined
  return {
    async fontFor(text) {
      if (!SIMPLE.test(text) || PICTURE.test(text)) throw new Error('A text that cannot be drawn here')
      helvetica ??= document.embedFont(StandardFonts.Helvetica)
      const known = new Set((await helvetica).getCharacterSet())
      if ([...text].every(letter => /\s/.test(letter) || known.has(letter.codePointAt(0) ?? 0))) return helvetica
      everyLetter ??= embedFonts(document).then(({ regular }) => regular)
      return everyLetter
    },
    dingbats() {
      dingbats ??= document.embedFont(StandardFonts.ZapfDingbats)
      return dingbats
    },
  }
}
