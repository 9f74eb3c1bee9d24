import { EMPTY_RECIPE, outputSettings, withApp } from '@switchyard/recipe/model'
import { importLinkOf, PROGRAMS } from '@switchyard/recipe/programs'
import { expect, test } from 'vitest'
import { phoneSystemOf } from '../lib/phone-system.ts'
import { CLIENT_APPS, platformOf } from './client-apps.ts'
import { CLIENT_PROGRAMS, phoneProgram } from './client-programs.ts'
import { importLinks } from './publish/import-links.ts'
import { RUN_XRAY } from './taken/run-xray.ts'

test('the sing-box apps of phones get a TUN, and other apps take it back', () => {
  const appOf = (id: string) => CLIENT_APPS.find((app) => app.id === id)!
  const phone = withApp(EMPTY_RECIPE, appOf('sing-box-android'))
  expect(outputSettings(phone).tun).toBe(true)
  expect(outputSettings(withApp(EMPTY_RECIPE, appOf('sing-box-apple'))).tun).toBe(true)
  expect(outputSettings(withApp(phone, appOf('sing-box'))).tun).toBe(false)
})

const clients = Object.keys(CLIENT_PROGRAMS) as (keyof typeof CLIENT_PROGRAMS)[]

test.each(
  clients.flatMap((client) =>
    Object.entries(CLIENT_PROGRAMS[client].onPhone).map(([system, name]) => [client, system, name] as const),
  ),
)('the program for %s on %s is %s: it runs there, and takes a config of this client', (client, system, name) => {
  const app = PROGRAMS.find((program) => program.name === name)!
  expect(app.platforms[0]).toContain(system)
  // mihomo and Stash read what Clash reads; v2rayNG is given links, and takes a whole config too.
  expect([app.output, ...(app.formats?.[0] ?? [])]).toContain(client)
})

test('an iPhone and an Android phone have other programs', () => {
  expect(clients.map((client) => phoneProgram(client, 'iOS'))).toEqual(['Stash', 'Stash', 'sing-box VT', undefined])
  expect(clients.map((client) => phoneProgram(client, 'Android'))).toEqual([
    'FlClash',
    'Clash for Android',
    'sing-box for Android',
    'v2rayNG',
  ])
})

test('the command that starts Xray is one and the same', () => {
  expect(CLIENT_APPS.find(({ id }) => id === 'xray')?.command).toBe(RUN_XRAY)
})

test('the links that import are those of the list of programs', () => {
  const ADDRESS = 'https://yard.example/sub/k?to=mihomo'
  const known = CLIENT_APPS.map((program) => importLinkOf(program, { url: ADDRESS, name: '家' })).filter((link) => link)
  const parts = (link: string) => link.split(/[?&]/).sort()
  for (const { app, href } of importLinks(ADDRESS, '家'))
    expect(
      known.map((link) => parts(link!)),
      app,
    ).toContainEqual(parts(href))
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'Windows', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'macOS', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'Android', 'Android'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile', 5, 'HarmonyOS', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'Linux', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64)', 10, 'Linux', undefined],
  ['curl/8', 0, undefined, undefined],
] as const)('%s with %i points of touch is %s', (userAgent, maxTouchPoints, platform, phone) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
  expect(phoneSystemOf({ userAgent, maxTouchPoints })).toBe(phone)
}) // oxfmt-ignore
