import { describe, expect, test } from 'vitest'
import { CHECKED_ON, CLIENT_APPS, PLATFORMS, platformOf } from './client-apps.ts'
import { outputSettings, OUTPUTS, withApp } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from '../session/model.ts'

describe('the apps that people know', () => {
  test.each(['Windows', 'macOS', 'Android', 'iOS', 'Linux', 'OpenWrt'] as const)(
    '%s has two or more that are alive',
    (platform) => {
      const alive = CLIENT_APPS.filter(({ platforms, archived }) => platforms.includes(platform) && !archived)
      expect(alive.length).toBeGreaterThanOrEqual(2)
    },
  )

  test.each(CLIENT_APPS.map((app) => [app.name, app] as const))('%s is told in full', (_, app) => {
    expect(app.id).toMatch(/^[a-z0-9-]+$/)
    expect(new URL(app.site).protocol).toBe('https:')
    expect(OUTPUTS).toContain(app.output)
    expect(app.platforms.length).toBeGreaterThan(0)
    for (const platform of app.platforms) expect(PLATFORMS).toContain(platform)
    // A version, or what only Clash reads, means nothing to another format.
    expect(app.singboxVersion !== undefined).toBe(app.output === 'singbox')
    if (app.clashPremium) expect(app.output).toBe('clash')
    if (app.tun) expect(app.output).toBe('singbox')
  })

  test('the sing-box apps of phones get a TUN, and other apps take it back', () => {
    const appOf = (id: string) => CLIENT_APPS.find((app) => app.id === id)!
    const phone = withApp(EMPTY_MODEL, appOf('sing-box-android'))
    expect(outputSettings(phone).tun).toBe(true)
    expect(outputSettings(withApp(EMPTY_MODEL, appOf('sing-box-apple'))).tun).toBe(true)
    expect(outputSettings(withApp(phone, appOf('sing-box'))).tun).toBe(false)
  })

  test('each stands there once, and the day of the check is a day', () => {
    for (const key of ['id', 'name', 'site'] as const)
      expect(new Set(CLIENT_APPS.map((app) => app[key])).size).toBe(CLIENT_APPS.length)
    expect(new Date(CHECKED_ON).toISOString().slice(0, 10)).toBe(CHECKED_ON)
  })

  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', false, 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false, 'macOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', true, 'iOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, 'iOS'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', true, 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', false, 'Linux'],
    ['curl/8', false, undefined],
  ])('%s, touch %s, is %s', (userAgent, hasTouch, platform) => {
    expect(platformOf(userAgent, hasTouch)).toBe(platform)
  })
})
