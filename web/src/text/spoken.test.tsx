import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { sayFailure } from '../api/failures.ts'
import { Toasts, toast } from '../ui/overlay/toasts.tsx'
import { spoken } from './spoken.tsx'
import { showLanguage, startTexts } from './texts.ts'

afterEach(cleanup)

test('a toast that is shown follows a change of language', async () => {
  await startTexts('it-IT')
  render(<Toasts labels={{ region: 'Messages', dismiss: 'Dismiss' }} />)
  act(() => {
    toast({ title: spoken(t => t('words.retry')) })
    toast({ title: spoken(sayFailure(new ApiError({ code: 'forbidden' }))), tone: 'danger' })
  })
  const said = () => [screen.getByRole('status'), screen.getByRole('alert')].map(one => one.textContent)
  const italian = said()
  expect(italian[0]).toBe('Riprova')
  await act(() => showLanguage('es-ES'))
  expect(said()[0]).toBe('Reintentar')
  expect(said()[1]).not.toBe(italian[1])
})
