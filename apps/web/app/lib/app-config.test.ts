import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfig, configData } from './app-config.ts'

afterEach(() => void vi.unstubAllGlobals())

/** What a browser has as `dataset` of such a document: `data-list-mirror` is `listMirror`. */
function datasetOf(html: string): Record<string, string> {
  const attributes = [...html.matchAll(/data-([a-z0-9-]+)="([^"]*)"/g)]
  return Object.fromEntries(
    attributes.map(([, name, value]) => [
      name!.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value!,
    ]),
  )
}

test.each([
  {
    siteUrl: 'https://a.example',
    buildId: 'x1',
    i18nBase: '',
    listMirror: '',
    presetsBase: '',
    relays: false,
    shortLinks: true,
    ads: 'none',
    hasAdCodes: false,
  },
  {
    siteUrl: '',
    buildId: 'x2',
    i18nBase: 'https://cdn.example',
    listMirror: 'https://m.example/,https://n.example/',
    presetsBase: 'https://git.example/api/v3',
    relays: true,
    shortLinks: false,
    ads: 'shown',
    hasAdCodes: true,
  },
] as const)('what the server says of itself comes to the page as it was: %j', (config) => {
  const html = renderToStaticMarkup(createElement('html', configData(config)))
  vi.stubGlobal('document', { documentElement: { dataset: datasetOf(html) } })
  expect(appConfig()).toEqual(config)
})
