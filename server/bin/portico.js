#!/usr/bin/env -S node --no-parallel-scavenge --max-semi-space-size=16 --max-old-space-size=1024
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (existsSync(main)) {
  process.setSourceMapsEnabled(true)
  await import(main.href)
} else {
  console.error('Portico is not built yet: run npm start, or npm run build.')
  process.exitCode = 1
}
