import type { CompareCell } from '@switchyard/recipe/model'
import { DEFAULT_OUTPUT_SETTINGS, withOutput } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { countedOutOf, isComparisonOf, keptByOutput } from './comparison.ts'
import { EMPTY_MODEL } from './model.ts'

const cell = (output: CompareCell['output'], kept: number): CompareCell => {
  return { output, kept, leftOut: 20 - kept, changed: 0, reasons: [] }
}

test('a comparison stays true when another client is chosen, and no longer when a setting changes', () => {
  const comparison = { of: EMPTY_MODEL, cells: [] }
  expect(isComparisonOf(comparison, withOutput(EMPTY_MODEL, 'clash'))).toBe(true)
  expect(isComparisonOf(comparison, { ...EMPTY_MODEL, common: { ...EMPTY_MODEL.common, prefix: 'A ' } })).toBe(false)
})

test('what nobody keeps is out of no count, unless no other client is counted', () => {
  expect(countedOutOf({ kept: 2, leftOut: 1 }, 2)).toBe(2)
  expect(countedOutOf({ kept: 1, leftOut: 2 }, 2)).toBe(2)
  expect(countedOutOf({ kept: 1, leftOut: 2 }, undefined)).toBe(3)
})

test('of sing-box and Xray the version that is chosen counts', () => {
  const cells: CompareCell[] = [
    cell('clash', 9),
    { ...cell('singbox', 17), version: 'compatible' },
    { ...cell('singbox', 19), version: '1.14' },
    { ...cell('xray', 8), version: '26.6' },
    { ...cell('xray', 12), version: '26.3' },
  ]
  expect(keptByOutput({ of: EMPTY_MODEL, cells })).toEqual(
    new Map([
      ['clash', { kept: 9, leftOut: 11 }],
      ['singbox', { kept: 17, leftOut: 3 }],
      ['xray', { kept: 8, leftOut: 12 }],
    ]),
  )
  const perOutput = { singbox: { ...DEFAULT_OUTPUT_SETTINGS, singboxVersion: '1.14' as const } }
  expect(keptByOutput({ of: { ...EMPTY_MODEL, perOutput }, cells }).get('singbox')?.kept).toBe(19)
  const older = { xray: { ...DEFAULT_OUTPUT_SETTINGS, xrayVersion: '26.3' as const } }
  expect(keptByOutput({ of: { ...EMPTY_MODEL, perOutput: older }, cells }).get('xray')?.kept).toBe(12)
})
