import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The text of every screen is set in it, so it is worth a request before the style sheet has been read.
const preloaded = 'inter-latin-wght-normal'

const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const font = Object.values(bundle ?? {}).find(file => file.fileName.includes(preloaded))
      if (!font) throw new Error(`no ${preloaded} in the bundle`)
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font.fileName}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

// Layers stand in the order in which their names are first met, and any of the style sheets may come first.
const layers = '@layer reset,tokens,base,components,screens;'

const orderLayers = (): Plugin => ({
  name: 'order-layers',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${layers}${file.source}`
  },
})

// Only the program would ask for the texts; most readers need these.
const preloadTexts = (): Plugin => ({
  name: 'preload-texts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter(file => file.type === 'chunk')
      const texts = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/text/it/catalogue.ts'))
      if (!texts) throw new Error('no chunk of its own for the Italian texts')
      const attrs = { rel: 'modulepreload', crossorigin: '', href: `/${texts.fileName}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

// An icon is imported from its own file: through the list of all icons, a file would seem to need every one.
const iconsByThemselves = (): Plugin => {
  const files = new Map<string, string>()
  return {
    name: 'icons-by-themselves',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      const list = await this.resolve('lucide-react')
      const lines = readFileSync(list?.id ?? '', 'utf8').matchAll(/export \{ (.*) \} from '\.\/icons\/(.*)\.mjs'/g)
      for (const [, names = '', file = ''] of lines)
        for (const name of names.split(', ')) files.set(name.replace('default as ', ''), file)
    },
    transform: code =>
      code.replace(/import \{([^}]*)\} from ["']lucide-react["']/g, (_, names: string) => {
        const lines = names.split(',').map(name => {
          const [icon = '', local = icon] = name.trim().split(' as ')
          return `import ${local} from 'lucide-react/icons/${files.get(icon)}'`
        })
        return lines.join(';')
      }),
  }
}

// What every screen needs, kept apart from our own code so that a release does not send it again. `Trans` is not of it.
const vendor =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)|i18next|react-i18next(?![\\/]dist[\\/]es[\\/]Trans))[\\/]/

// Not style sheets: these keep the order in which main.tsx names them, for the first names the layers.
const small = /[\\/](web[\\/]src[\\/](app|page|list|session|api|ui|text)|lucide-react)[\\/](?!.*clean|.*\.css)/

// `react-i18next` seems to need `Trans`, which few screens do, and what it reads its texts with.
const own =
  /[\\/](web[\\/]src|contract[\\/]src|lucide-react|node_modules(?![\\/](html-parse-stringify|react-i18next)))[\\/](?!main\.tsx|text[\\/](it|en|es)[\\/]|.*\.css)/

// What the first screen shows is asked for before the program that shows it has come.
const runEarly = (): Plugin => ({
  name: 'run-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const early = Object.values(bundle ?? {}).find(file => file.type === 'chunk' && file.name === 'early')
      if (!early) throw new Error('no chunk of its own for early-requests')
      return [
        {
          tag: 'script',
          attrs: { type: 'module', async: true, crossorigin: '', src: `/${early.fileName}` },
          injectTo: 'head-prepend',
        },
      ]
    },
  },
})

// What pdf.js asks for by name: the decoder of JPEG 2000 pictures, and the typefaces that a PDF may leave out.
const filesOfPdfJs = (): Plugin => ({
  name: 'files-of-pdf-js',
  apply: 'build',
  generateBundle() {
    const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8'))
    const emit = (folder: string, name: string) =>
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdfjs-${version}/${folder}/${name}`,
        source: readFileSync(join(dirname(packageFile), folder, name)),
      })
    emit('wasm', 'openjpeg_nowasm_fallback.js')
    for (const name of readdirSync(join(dirname(packageFile), 'standard_fonts'))) emit('standard_fonts', name)
  },
})

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Whether main.tsx imports a module, by whatever way: all of the shell and the ticket list, at which most people arrive. */
const atStart = (() => {
  const found = new Set<string>()
  return (id: string, graph: Graph) => {
    const add = (one: string) => {
      if (found.has(one)) return
      found.add(one)
      graph.getModuleInfo(one)?.importedIds.forEach(add)
    }
    if (found.size === 0) add(fileURLToPath(new URL('src/main.tsx', import.meta.url)))
    return found.has(id)
  }
})()

export default defineConfig({
  plugins: [react(), iconsByThemselves(), orderLayers(), preloadFont(), preloadTexts(), runEarly(), filesOfPdfJs()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser that can draw the styles preloads modules by itself. A part that is loaded later needs no preload of the start's
    // files, which the page itself does: it would find them only once its program has come.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter(file => !/\/(vendor|start|early|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: /web[\\/]src[\\/]api[\\/]early-requests/, priority: 4 },
            { name: 'vendor', test: vendor, priority: 3 },
            // A browser speaks to us over six connections: what the first list needs comes in few files.
            { debugName: 'start', name: (id, graph) => (atStart(id, graph) ? 'start' : null), test: own, priority: 2 },
            // Small parts of many screens travel better together.
            { name: 'shared', test: small, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
})
