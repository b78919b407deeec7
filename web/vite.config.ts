import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

// The staff room is a program of its own, so that the customers' does not grow with it: `vite build --mode staff`.
const pages = {
  customers: { page: 'index.html', folder: 'assets', italian: '/src/text/it/catalogue.ts', layers: '' },
  staff: { page: 'staff.html', folder: 'assets/staff', italian: '/src/text/it/staff/catalogue.ts', layers: ',staff' },
}
type App = (typeof pages)[keyof typeof pages]

// What the first screen needs and the browser would find out late: the early requests, the font of all text and the Italian texts.
const requestEarly = ({ folder, italian }: App): Plugin => ({
  name: 'request-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const addressOf = (name: string) => {
        const file = Object.keys(bundle).find(file => file.startsWith(`${folder}/${name}-`))
        if (!file) throw new Error(`no ${name} in the bundle`)
        return `/${file}`
      }
      const texts = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith(italian))
      if (!texts) throw new Error('no chunk of its own for the Italian texts')
      const font = { rel: 'preload', as: 'font', type: 'font/woff2', href: addressOf('inter-latin-wght-normal') }
      const early: HtmlTagDescriptor = {
        tag: 'script',
        attrs: { type: 'module', async: true, src: addressOf('early') },
        injectTo: 'head-prepend',
      }
      const tags: HtmlTagDescriptor[] = [
        early,
        { tag: 'link', attrs: font, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'modulepreload', href: `/${texts.fileName}` }, injectTo: 'head' },
      ]
      return tags.map(tag => ({ ...tag, attrs: { ...tag.attrs, crossorigin: '' } }))
    },
  },
})

// The order of layers is that in which a page first names them, and any of the style sheets may arrive first.
const orderLayers = ({ layers }: App): Plugin => ({
  name: 'order-layers',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer reset,tokens,base,components,screens${layers};${file.source}`
  },
})

// pdf.js requests these by name: the decoder of JPEG 2000 pictures, and the fonts and character maps that a PDF may leave out.
const copyPdfFiles = (): Plugin => ({
  name: 'copy-pdf-files',
  apply: 'build',
  generateBundle() {
    const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8'))
    const filesIn = (folder: string) => readdirSync(join(dirname(packageFile), folder)).map(name => `${folder}/${name}`)
    for (const name of ['wasm/openjpeg_nowasm_fallback.js', ...filesIn('standard_fonts'), ...filesIn('cmaps')])
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdfjs-${version}/${name}`,
        source: readFileSync(join(dirname(packageFile), name)),
      })
  },
})

// The page that documents an API: Redoc, which begins by itself. Its styles carry the nonce of the page, from the first on; its logo would
// come from another host.
const buildReferencePage = (): Plugin => ({
  name: 'build-reference-page',
  apply: 'build',
  generateBundle() {
    const require = createRequire(import.meta.url)
    const { version } = JSON.parse(readFileSync(require.resolve('redoc/package.json'), 'utf8'))
    const changes = {
      'https://cdn.redoc.ly/redoc/logo-mini.svg': 'data:,',
      'r.nc=void 0': 'r.nc=document.currentScript.nonce',
    }
    let source = readFileSync(require.resolve('redoc/bundles/redoc.standalone.js'), 'utf8')
    for (const [from, to] of Object.entries(changes)) {
      if (!source.includes(from)) throw new Error(`this version of Redoc has no ${from}`)
      source = source.replaceAll(from, to)
    }
    source = source.replace(/\n\/\/# sourceMappingURL=.*/, '')
    const begin = `Redoc.init('openapi.json', {}, document.getElementById('reference'))`
    this.emitFile({ type: 'asset', fileName: `assets/reference-${version}.js`, source: `${source}\n${begin}\n` })
  },
})

// `npm run dev`: every address of the staff room is its page.
const serveStaffPage = (): Plugin => ({
  name: 'serve-staff-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/staff(\/|\?|$)/.test(request.url ?? '')) request.url = '/staff.html'
      next()
    })
  },
})

// Each language is loaded by itself, and main.tsx stays the entry.
const ownCode = /[\\/]src[\\/](?!(staff-app[\\/])?main\.|text[\\/](it|en|es)[\\/]).*\.tsx?$/

export default defineConfig(({ mode }) => {
  const isStaff = mode === 'staff'
  const app = isStaff ? pages.staff : pages.customers
  return {
    plugins: [
      react(),
      requestEarly(app),
      orderLayers(app),
      // Both programs take these from the same addresses.
      ...(isStaff ? [] : [copyPdfFiles(), buildReferencePage()]),
      serveStaffPage(),
    ],
    server: { proxy: { '/api': 'http://localhost:3000' } },
    build: {
      target: 'es2022',
      assetsDir: app.folder,
      // One folder for both programs; the customers' is built first.
      emptyOutDir: !isStaff,
      copyPublicDir: !isStaff,
      manifest: isStaff ? '.vite/staff-manifest.json' : true,
      assetsInlineLimit: 0,
      // Every browser that can show the styles has module preloading.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: app.page,
        output: {
          codeSplitting: {
            groups: [
              // It runs before the rest has arrived.
              { name: 'early', test: /web[\\/]src[\\/](api|staff-app)[\\/](early-requests|viewing-tab)/, priority: 3 },
              // A release sends only our own code again. Icons go where they are used: their index names all of them.
              { name: 'vendor', tags: ['$initial'], test: /node_modules[\\/](?!lucide-react)/, priority: 2 },
              // A browser loads six files at a time; by default the start would be 28.
              { name: 'start', tags: ['$initial'], test: ownCode, priority: 1 },
              { name: 'shared', test: ownCode, minShareCount: 3 },
            ],
          },
        },
      },
    },
  }
})
