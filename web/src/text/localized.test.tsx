import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { localizedFailure } from '../api/failures.ts'
import { dismissToasts, Toasts, toast } from '../ui/overlay/toasts.tsx'
import { customerTexts } from './customer-texts.ts'
import { localized } from './localized.tsx'
import { showLanguage, startTexts } from './texts.ts'

afterEach(() => {
  cleanup()
  dismissToasts()
})

test('a toast that is shown follows a change of language', async () => {
  await startTexts('it-IT', customerTexts)
  render(<Toasts labels={{ region: 'Messages', dismiss: 'Dismiss' }} />)
  act(() => {
    toast({ title: localized(t => t('words.retry')) })
    toast({ title: localized(localizedFailure(new ApiError({ code: 'forbidden' }))), tone: 'danger' })
  })
  const shown = () => [screen.getByRole('status'), screen.getByRole('alert')].map(one => one.textContent)
  const italian = shown()
  expect(italian[0]).toBe('Riprova')
  await act(() => showLanguage('es-ES'))
  expect(shown()[0]).toBe('Reintentar')
  expect(shown()[1]).not.toBe(italian[1])
})
