import { expect, test } from 'vitest'
import { needsFile, nextStep } from './next-step.ts'

test.each([
  ['mihomo', { way: 'local', app: 'Clash Verge' }],
  ['singbox', { way: 'local', app: 'sing-box' }],
  ['clash', { way: 'file', app: 'Clash for Windows' }],
  ['xray', { way: 'run', command: 'xray run -c config.json' }],
  ['links', { way: 'clipboard' }],
] as const)('after copying for %s there is a next step, though no app was chosen', (output, step) => {
  expect(nextStep(output)).toEqual(step)
})

test('a chosen app is named in the step that it needs', () => {
  expect(nextStep('mihomo', { name: 'Clash Party' })).toEqual({ way: 'local', app: 'Clash Party' })
  expect(nextStep('mihomo', { name: 'FlClash', takesFile: true })).toEqual({ way: 'file', app: 'FlClash' })
  expect(nextStep('base64', { name: 'v2rayNG' })).toEqual({ way: 'clipboard', app: 'v2rayNG' })
  expect(nextStep('singbox', { name: 'sing-box', command: 'sing-box run -c config.json' })).toEqual({
    way: 'run',
    command: 'sing-box run -c config.json',
  })
})

test('a chosen program that reads only files needs a download', () => {
  expect(needsFile('mihomo', { name: 'FlClash', takesFile: true })).toBe(true)
  expect(needsFile('mihomo', { name: 'Clash Party' })).toBe(false)
  expect(needsFile('mihomo')).toBe(false)
  // On a computer the first page copies for every client.
  expect(needsFile('clash')).toBe(false)
  expect(needsFile('mihomo', undefined, 'Android')).toBe(true)
  expect(needsFile('mihomo', undefined, 'iOS')).toBe(true)
  expect(needsFile('xray', undefined, 'Android')).toBe(false)
  // The chosen program counts more than the phone.
  expect(needsFile('mihomo', { name: 'Clash Party' }, 'Android')).toBe(false)
})

test.each([
  ['mihomo', 'Android', { way: 'file', app: 'FlClash' }],
  ['mihomo', 'iOS', { way: 'file', app: 'Stash' }],
  ['singbox', 'Android', { way: 'local', app: 'sing-box for Android' }],
  ['singbox', 'iOS', { way: 'local', app: 'sing-box VT' }],
] as const)('the program for %s on %s is one that runs there', (output, system, step) => {
  expect(nextStep(output, undefined, system)).toEqual(step)
})

test('no program on an iPhone takes a config of Xray, so no step is named', () => {
  expect(nextStep('xray', undefined, 'iOS')).toBeUndefined()
  expect(nextStep('links', undefined, 'iOS')).toEqual({ way: 'clipboard' })
})
