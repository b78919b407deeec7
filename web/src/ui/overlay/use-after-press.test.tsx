import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAfterPress } from './use-after-press.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs at once while no pointer is down, else after the click', () => {
  const { result } = renderHook(useAfterPress)
  const acts: string[] = []
  result.current(() => acts.push('at once'))
  expect(acts).toEqual(['at once'])
  document.dispatchEvent(new Event('pointerdown'))
  result.current(() => acts.push('after'))
  expect(acts).toEqual(['at once'])
  document.dispatchEvent(new Event('pointerup'))
  expect(acts).toEqual(['at once'])
  act(() => void vi.runAllTimers())
  expect(acts).toEqual(['at once', 'after'])
})
