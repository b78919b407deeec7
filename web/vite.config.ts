import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import budget from '../scripts/bundle-budget.json' with { type: 'json' }

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

// Most people arrive at their tickets: what only the router would ask for is asked for with the rest.
const firstScreens = ['shell/layout.tsx', 'tickets/ticket-list-screen.tsx', 'text/it/catalogue.ts']

const preloadFirstScreens = (): Plugin => ({
  name: 'preload-first-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter(file => file.type === 'chunk')
      const wanted = new Set<string>()
      const want = (fileName: string) => {
        if (html.includes(fileName) || wanted.has(fileName)) return
        wanted.add(fileName)
        for (const other of chunks.find(chunk => chunk.fileName === fileName)?.imports ?? []) want(other)
      }
      for (const screen of firstScreens) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${screen}`))
        if (!chunk) throw new Error(`no chunk of its own for ${screen}`)
        want(chunk.fileName)
      }
      return [...wanted].map(fileName => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
        injectTo: 'head',
      }))
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
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)|i18next|react-i18next(?![\\/]dist[\\/]es[\\/]Trans))[\\/]/

// Not style sheets: these keep the order in which main.tsx names them, for the first names the layers.
const small = /[\\/](web[\\/]src[\\/](shell|ui|text)|lucide-react)[\\/](?!clean|.*\.css)/

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Whether a module is imported, by whatever way, from one of these files. */
const neededBy = (paths: readonly string[]) => {
  const found = new Set<string>()
  return (id: string, graph: Graph) => {
    const add = (one: string) => {
      if (found.has(one)) return
      found.add(one)
      graph.getModuleInfo(one)?.importedIds.forEach(add)
    }
    if (found.size === 0) for (const path of paths) add(fileURLToPath(new URL(path, import.meta.url)))
    return found.has(id)
  }
}
// What the start needs stands apart from what the other sections share: it does not grow with them.
const always = neededBy(['src/main.tsx'])
const forFirstList = neededBy(budget.needs.filter(path => path !== 'index.html'))

export default defineConfig({
  plugins: [react(), iconsByThemselves(), orderLayers(), preloadFont(), preloadFirstScreens()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser that can draw the styles preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: /web[\\/]src[\\/]ask-early/, priority: 4 },
            { name: 'vendor', test: vendor, priority: 3 },
            // Small parts of many screens travel better together: those that the start needs, and the rest.
            {
              debugName: 'always',
              name: (id, graph) => (always(id, graph) ? 'common' : null),
              test: small,
              priority: 2,
            },
            {
              debugName: 'first list',
              name: (id, graph) => (forFirstList(id, graph) ? 'common' : null),
              test: small,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'shared', test: small, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
})
