import { expect, test } from 'vitest'
import { deviceOf, needsFile, nextStep } from './next-step.ts'

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
  expect(needsFile('mihomo', undefined, 'android')).toBe(true)
  expect(needsFile('mihomo', undefined, 'ios')).toBe(true)
  expect(needsFile('xray', undefined, 'android')).toBe(false)
  // The chosen program counts more than the phone.
  expect(needsFile('mihomo', { name: 'Clash Party' }, 'android')).toBe(false)
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36', 'FlClash'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'Stash'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36', 'Clash Verge'],
])('%s is told of %s', (userAgent, app) => {
  expect(nextStep('mihomo', undefined, deviceOf(userAgent))).toMatchObject({ app })
})
