import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'

const demoFile = (name: string) => readFileSync(fileURLToPath(new URL(`../../demo/files/${name}`, import.meta.url)))

/** A real picture of a few kilobytes. */
export const picture = { name: 'schermata.png', mimeType: 'image/png', buffer: demoFile('errore-stampa-bolle.png') }

/** A text file whose name is longer than the 20 characters that the portal shows. */
export const log = {
  name: 'registro-degli-allarmi-della-notte.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('a;b\n'),
}

type File = typeof picture

const base64 = ({ buffer }: File) => buffer.toString('base64')

/** Puts a picture on the clipboard, as a screenshot tool does, and pastes it with the keyboard into the focused element. */
export const paste = async (page: Page, file: File) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    async ({ type, content }) => {
      const bytes = Uint8Array.from(atob(content), character => character.charCodeAt(0))
      await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })])
    },
    { type: file.mimeType, content: base64(file) },
  )
  await page.keyboard.press('Control+V')
}

/** Drops files as if dragged from outside the browser. */
export const drop = async (target: Locator, ...files: File[]) => {
  const data = await target.page().evaluateHandle(
    sent => {
      const transfer = new DataTransfer()
      for (const { name, type, content } of sent) {
        const bytes = Uint8Array.from(atob(content), character => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(file => ({ name: file.name, type: file.mimeType, content: base64(file) })),
  )
  await target.dispatchEvent('dragover', { dataTransfer: data })
  await target.dispatchEvent('drop', { dataTransfer: data })
}

/** Drops a folder of this machine, as the file manager does. */
export const dropFolder = async (page: Page, folder: string) => {
  const cdp = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  await cdp.detach()
}

/** Chooses files in the dialog that a button opens. */
export const choose = async (button: Locator, ...files: File[]) => {
  const dialog = button.page().waitForEvent('filechooser')
  await button.click()
  await (await dialog).setFiles(files)
}
