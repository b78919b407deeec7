import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: './vitest.setup.ts',
    // The files of a worker share its modules: loading them for each file took six times as long as all tests.
    isolate: false,
    // So wide that only what hangs meets it.
    testTimeout: 300_000,
  },
})
